name: ing-de
title: ING, Germany
match: buchung | auftraggeber empfänger | buchungstext | verwendungszweck | betrag
match: buchung | wertstellungsdatum | auftraggeber empfänger | buchungstext | verwendungszweck | betrag
date: buchung
counterparty: auftraggeber empfänger
description: buchungstext
memo: verwendungszweck
amount: betrag
balance: saldo
signs: bank
days: dmy
decimals: comma
money: EUR
