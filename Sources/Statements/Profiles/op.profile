name: op
title: OP, Finland
match: kirjauspäivä | arvopäivä | määrä euroa | laji | selitys | saaja maksaja
date: kirjauspäivä
value_date: arvopäivä
counterparty: saaja maksaja
description: selitys
memo: viesti
reference: arkistointitunnus
amount: määrä euroa
signs: bank
days: ymd
decimals: comma
money: EUR
