name: icici
title: ICICI Bank
match: s no | value date | transaction date | transaction remarks | withdrawal amount | deposit amount | balance
match: s no | value date | transaction remarks | withdrawal amount
date: transaction date | value date
value_date: value date
description: transaction remarks
reference: cheque number
out: withdrawal amount
in: deposit amount
balance: balance
days: dmy
decimals: point
money: INR
