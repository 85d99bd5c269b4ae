name: comdirect
title: comdirect, account
match: buchungstag | wertstellung | vorgang | buchungstext | umsatz in eur
date: buchungstag
value_date: wertstellung
description: buchungstext
memo: vorgang
amount: umsatz in eur
signs: bank
days: dmy
decimals: comma
money: EUR
