name: discover
title: Discover, card
match: trans date | post date | description | amount | category
date: trans date
value_date: post date
description: description
category: category
amount: amount
signs: card
days: mdy
decimals: point
money: USD
