name: paypal
title: PayPal, all activity
match: date | time | timezone | name | type | status | currency | gross | fee | net
match: date | time | time zone | name | type | status | currency | gross | fee | net
date: date
counterparty: name
description: item title | subject | type
reference: transaction id
note: note
amount: net
currency: currency
state: status
undone: pending | held | unclaimed
signs: bank
decimals: point
sums: type | bank deposit to pp account
