name: sparkasse
title: Sparkasse, CSV-CAMT
match: auftragskonto | buchungstag | valutadatum | buchungstext | verwendungszweck | beguenstigter zahlungspflichtiger | betrag
date: buchungstag
value_date: valutadatum
counterparty: beguenstigter zahlungspflichtiger
description: buchungstext
memo: verwendungszweck
account: auftragskonto
reference: kundenreferenz
amount: betrag
currency: waehrung
signs: bank
undone: umsatz vorgemerkt
state: info
days: dmy
decimals: comma
money: EUR
