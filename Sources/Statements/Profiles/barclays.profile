name: barclays
title: Barclays
match: number | date | account | amount | subcategory | memo
date: date
description: memo
account: account
amount: amount
signs: bank
days: dmy
decimals: point
money: GBP
