name: amex-us
title: American Express, card, United States
match: date | description | card member | account | amount
date: date
description: description
amount: amount
signs: card
days: mdy
decimals: point
money: USD
