name: sbi
title: State Bank of India
match: txn date | value date | description | ref no cheque no | debit | credit | balance
match: txn date | value date | description | ref no cheque no | branch code | debit | credit | balance
date: txn date
value_date: value date
description: description
reference: ref no cheque no
out: debit
in: credit
balance: balance
days: dmy
decimals: point
money: INR
