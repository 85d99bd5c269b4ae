name: fio
title: Fio banka
match: datum | objem | měna | protiúčet | název protiúčtu
date: datum
counterparty: název protiúčtu
description: zpráva pro příjemce | typ
reference: id operace | id pohybu
amount: objem
currency: měna
signs: bank
days: dmy
decimals: comma
money: CZK
