name: axis
title: Axis Bank
match: tran date | chqno | particulars | dr | cr | bal
date: tran date
description: particulars
reference: chqno
out: dr
in: cr
balance: bal
days: dmy
decimals: point
money: INR
