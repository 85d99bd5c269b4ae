name: nubank
title: Nubank, account
match: data | valor | identificador | descrição
date: data
description: descrição
reference: identificador
amount: valor
signs: bank
days: dmy
decimals: point
money: BRL
