name: dkb
title: DKB, account
match: buchungsdatum | wertstellung | status | zahlungspflichtige r | zahlungsempfänger in | verwendungszweck | betrag
date: buchungsdatum
value_date: wertstellung
counterparty: zahlungsempfänger in | zahlungspflichtige r
description: verwendungszweck
reference: kundenreferenz
amount: betrag
state: status
undone: vorgemerkt
signs: bank
days: dmy
decimals: comma
money: EUR
