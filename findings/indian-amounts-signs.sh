#!/usr/bin/env bash
# Minus fifty paise is fifty, 434.00 is shown for 435.00, and "-500 taka" reads as 500, in three libraries for amounts as South Asia writes them.
#
# Guess: 12,34,567.89 is written as India writes it, with its sign, by bharatnum and bharatutils; doshomik reads "1.5 lakh", and a minus as one.
# Seen: bharatnum 0.1.0 cuts the rupees off and rounds the paise by themselves, so 4.35 times 100 is ₹434.00 and ten times 0.10 ₹0.00; of -0.5 it takes the
# sign from the whole rupees, of which there are none. bharatutils 0.1.2 cuts paise off in one function and rounds them in the other, and
# writes -₹0. doshomik 0.1.1 leaves out each sign that it does not know, the minus, brackets and "paisa" among them, and adds up what is left: 500 taka and
# 50 paisa are 550, and "500 - 200" is 700. An amount with a fraction it refuses.
# So an amount is whole paise, which are rounded once, and a reader refuses what it has not understood to the end.
source "$(dirname "$0")/common.bash"
python_packages bharatnum==0.1.0 bharatutils==0.1.2 doshomik==0.1.1
expect "1234567.89: bharatnum ₹12,34,567.89, bharatutils 12,34,567 and ₹12.35 L
-1234567.89: bharatnum ₹-12,34,567.89, bharatutils -12,34,567 and -₹12.35 L
-0.5: bharatnum ₹0.50, bharatutils -0 and -₹0
434.99999999999994: bharatnum ₹434.00, bharatutils 434 and ₹435
0.9999999999999999: bharatnum ₹0.00, bharatutils 0 and ₹1
১২,৩৪,৫৬৭: doshomik 1234567
1.5 lakh: doshomik 150000
-500 taka: doshomik 500
(500): doshomik 500
500 taka 50 paisa: doshomik 550
500 - 200: doshomik 700" "$(python - <<'P'
from bharatnum import BharatNum
from bharatutils.number_format import format_inr, indian_commas
from doshomik import parse

for amount in (1234567.89, -1234567.89, -0.5, 4.35 * 100, sum([0.1] * 10)):
    print(f"{amount!r}: bharatnum {BharatNum(amount)}, bharatutils {indian_commas(amount)} and {format_inr(amount)}")
for text in ("১২,৩৪,৫৬৭", "1.5 lakh", "-500 taka", "(500)", "500 taka 50 paisa", "500 - 200"):
    try:
        print(f"{text}: doshomik {parse(text)}")
    except Exception as error:
        print(f"{text}: doshomik refuses")
P
)"
