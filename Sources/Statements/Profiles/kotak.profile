name: kotak
title: Kotak Mahindra Bank
match: sl no | transaction date | description | chq ref no | amount | dr cr | balance
match: transaction date | value date | description | chq ref no | debit | credit | balance
date: transaction date
value_date: value date
description: description
reference: chq ref no
amount: amount
mark: dr cr
out: debit
in: credit
balance: balance
days: dmy
decimals: point
money: INR
