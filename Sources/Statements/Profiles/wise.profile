name: wise
title: Wise, balance statement
match: transferwise id | date | amount | currency | description | payment reference | running balance
date: date
description: description
memo: payment reference
counterparty: merchant | payee name | payer name
reference: transferwise id
amount: amount
currency: currency
balance: running balance
signs: bank
days: dmy
decimals: point
