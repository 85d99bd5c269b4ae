name: monzo
title: Monzo
match: transaction id | date | time | type | name | category | amount | currency | notes and tags
match: transaction id | date | time | type | name | category | amount | currency | notes and
date: date
counterparty: name
description: description | notes and tags
reference: transaction id
amount: amount
currency: currency
category: category
signs: bank
days: dmy
decimals: point
money: GBP
