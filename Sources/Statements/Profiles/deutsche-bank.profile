name: deutsche-bank
title: Deutsche Bank, account
match: buchungstag | wert | umsatzart | begünstigter auftraggeber | verwendungszweck | betrag
date: buchungstag
value_date: wert
counterparty: begünstigter auftraggeber
description: verwendungszweck
memo: umsatzart
reference: kundenreferenz
amount: betrag
currency: währung
signs: bank
days: dmy
decimals: comma
money: EUR
