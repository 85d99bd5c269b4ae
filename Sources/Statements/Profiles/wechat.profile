name: wechat
title: WeChat Pay
match: 交易时间 | 交易类型 | 交易对方 | 商品 | 收 支 | 金额
date: 交易时间
counterparty: 交易对方
description: 商品 | 交易类型
reference: 交易单号
mark: 收 支
amount: 金额
state: 当前状态
days: ymd
decimals: point
money: CNY
