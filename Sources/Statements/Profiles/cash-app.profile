name: cash-app
title: Cash App
match: transaction id | date | transaction type | currency | amount | fee | net amount | status | notes | name of sender receiver
date: date
counterparty: name of sender receiver
description: notes | transaction type
reference: transaction id
amount: net amount
currency: currency
signs: bank
days: ymd
decimals: point
money: USD
