name: revolut
title: Revolut
match: type | product | started date | completed date | description | amount | fee | currency | state | balance
date: started date
value_date: completed date
description: description
amount: amount
fee: fee
currency: currency
state: state
balance: balance
signs: bank
undone: reverted | failed | declined
days: ymd
decimals: point
