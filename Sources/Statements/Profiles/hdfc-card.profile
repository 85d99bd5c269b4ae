name: hdfc-card
title: HDFC Bank, card
match: transaction type | date | description | amt | debit credit
date: date
description: description
amount: amt
mark: debit credit
days: dmy
decimals: point
money: INR
