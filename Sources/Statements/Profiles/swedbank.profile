name: swedbank
title: Swedbank, Baltics
match: account no | date | beneficiary | details | amount | currency | d k
date: date
counterparty: beneficiary
description: details
account: account no
amount: amount
currency: currency
mark: d k
reference: record id
days: ymd
decimals: point
