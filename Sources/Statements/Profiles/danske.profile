name: danske
title: Danske Bank, Denmark
match: dato | kategori | underkategori | tekst | beløb | saldo | status | afstemt
date: dato
description: tekst
category: underkategori
amount: beløb
balance: saldo
state: status
undone: venter | slettet
signs: bank
days: dmy
decimals: comma
money: DKK
