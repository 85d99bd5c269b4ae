name: hdfc
title: HDFC Bank, account
match: narration | value dt | withdrawal amt | deposit amt | closing balance
date: date
value_date: value dt
description: narration
reference: chq ref no
out: withdrawal amt
in: deposit amt
balance: closing balance
days: dmy
decimals: point
money: INR
