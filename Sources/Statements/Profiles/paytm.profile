name: paytm
title: Paytm, UPI statement
match: date | time | transaction details | upi ref no | amount
date: date
description: transaction details
counterparty: other transaction details
reference: upi ref no | order id
amount: amount
note: remarks
signs: bank
days: dmy
decimals: point
money: INR
