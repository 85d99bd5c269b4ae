name: mbank
title: mBank
match: data operacji | opis operacji | rachunek | kategoria | kwota
date: data operacji
description: opis operacji
account: rachunek
category: kategoria
amount: kwota
balance: saldo po operacji
signs: bank
decimals: comma
money: PLN
