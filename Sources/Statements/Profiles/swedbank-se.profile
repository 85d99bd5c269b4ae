name: swedbank-se
title: Swedbank, Sweden
match: radnummer | clnr | kontonr | bokfdag | transdag | valutadag | referens | text | belopp | saldo
match: radnummer | clearingnummer | kontonummer | bokföringsdag | transaktionsdag | valutadag | referens | beskrivning | belopp | bokfört saldo
date: transdag | transaktionsdag | bokfdag | bokföringsdag
value_date: valutadag
description: text | beskrivning
memo: referens
account: kontonr | kontonummer
amount: belopp
balance: saldo | bokfört saldo
signs: bank
days: ymd
money: SEK
