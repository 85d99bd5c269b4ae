name: boursobank
title: BoursoBank (Boursorama), account
match: dateop | dateval | label | category | categoryparent | amount
date: dateop
value_date: dateval
description: label
note: comment
category: category
account: accountlabel
amount: amount
signs: bank
days: ymd
decimals: comma
money: EUR
