name: actual
title: Actual Budget
match: account | date | payee | notes | category | amount
date: date
counterparty: payee
description: notes
category: category
account: account
amount: amount
signs: bank
days: ymd
