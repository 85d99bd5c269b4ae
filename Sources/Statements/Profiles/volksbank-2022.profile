name: volksbank-2022
title: Volksbank, account
match: buchungstag | valutadatum | name zahlungsbeteiligter | verwendungszweck | betrag | saldo nach buchung
date: buchungstag
value_date: valutadatum
counterparty: name zahlungsbeteiligter
description: buchungstext
memo: verwendungszweck
account: iban auftragskonto
amount: betrag
currency: waehrung
balance: saldo nach buchung
signs: bank
days: dmy
decimals: comma
money: EUR
