name: tinkoff
title: Tinkoff (T-Bank), account and card
match: дата операции | дата платежа | статус | сумма платежа | валюта платежа | категория | описание
date: дата операции
value_date: дата платежа
description: описание
category: категория
amount: сумма платежа
currency: валюта платежа
state: статус
signs: bank
days: dmy
decimals: comma
