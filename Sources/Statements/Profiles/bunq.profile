name: bunq
title: bunq
match: date | interest date | amount | account | counterparty | name | description
date: date
value_date: interest date
description: description
counterparty: name
account: account
amount: amount
signs: bank
days: ymd
money: EUR
