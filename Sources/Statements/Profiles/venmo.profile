name: venmo
title: Venmo
match: id | datetime | type | status | note | from | to | amount
date: datetime
description: note | type
reference: id
amount: amount
state: status
undone: pending | issued
signs: bank
days: ymd
decimals: point
money: USD
