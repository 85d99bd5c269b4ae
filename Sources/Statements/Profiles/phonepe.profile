name: phonepe
title: PhonePe, UPI statement
match: date | transaction details | type | amount
date: date
description: transaction details
reference: transaction id | utr no
amount: amount
mark: type
days: dmy
decimals: point
money: INR
