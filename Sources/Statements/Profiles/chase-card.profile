name: chase-card
title: Chase, card
match: transaction date | post date | description | category | type | amount | memo
match: transaction date | post date | description | category | type | amount
date: transaction date
description: description
memo: memo
category: category
amount: amount
signs: bank
days: mdy
decimals: point
money: USD
