name: monarch
title: Monarch Money
match: date | merchant | category | account | original statement | notes | amount
date: date
description: merchant
note: notes
category: category
account: account
amount: amount
signs: bank
days: ymd
decimals: point
