name: n26
title: N26
match: date | payee | account number | transaction type | payment reference | amount
match: booking date | value date | partner name | partner iban | type | payment reference | amount
date: date | booking date
value_date: value date
counterparty: payee | partner name
description: payment reference
memo: transaction type | type
amount: amount
signs: bank
days: ymd
decimals: point
money: EUR
