name: ing
title: ING, Netherlands
match: datum | naam omschrijving | rekening | af bij | bedrag | mededelingen
date: datum
counterparty: naam omschrijving
description: mededelingen
account: rekening
mark: af bij
amount: bedrag
decimals: comma
money: EUR
