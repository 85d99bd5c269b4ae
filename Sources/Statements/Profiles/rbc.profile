name: rbc
title: RBC, Canada
match: account type | account number | transaction date | cheque number | description 1 | description 2 | cad
date: transaction date
description: description 1 | description 2
account: account number
amount: cad
signs: bank
days: mdy
decimals: point
money: CAD
