name: volksbank
title: Volksbank, as its members had it until 2022
match: buchungstag | valuta | auftraggeber zahlungsempfänger | empfänger zahlungspflichtiger | vorgang verwendungszweck | umsatz
date: buchungstag
value_date: valuta
counterparty: empfänger zahlungspflichtiger
description: vorgang verwendungszweck
reference: kundenreferenz
currency: währung
amount: umsatz
days: dmy
decimals: comma
money: EUR
