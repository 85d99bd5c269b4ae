#!/usr/bin/env bash
# Two lakh fifty thousand rupees are 52,000, a crore is 1, and fifty rupees and twenty-five paise are 1,005 to a reader of amounts in words.
#
# Guess: "two lakh fifty thousand" and "one crore" are read as India says them, or refused, since a word that is no English number is an error;
# "one hundred and fifty rupees" is 150.
# Seen: word2number 1.1 drops each word that it does not know (lakh, crore, rupees, paise, minus, half) and reads what is left as one number. So ten lakh
# are 10, "minus five hundred" is 500, "two and a half" is 2. Numbers beside each other are added up: "twenty one fifty" is 70, and
# "fifty five hundred" is fifty times five and a hundred. It refuses a text without any number.
# So an amount that was said is read back with its digits before it is booked, and a word that is not understood is an error.
source "$(dirname "$0")/common.bash"
python_packages word2number==1.1

expect "one hundred and fifty rupees: 150
one hundred thousand: 100000
two lakh fifty thousand: 52000
ten lakh: 10
one crore: 1
fifty rupees and twenty five paise: 1005
minus five hundred: 500
two and a half: 2
twenty one fifty: 70
fifty five hundred: 350
nineteen ninety nine: 1719
half: refused" "$(python - <<'P'
from word2number import w2n

for words in ("one hundred and fifty rupees", "one hundred thousand", "two lakh fifty thousand", "ten lakh", "one crore",
              "fifty rupees and twenty five paise", "minus five hundred", "two and a half", "twenty one fifty", "fifty five hundred",
              "nineteen ninety nine", "half"):
    try:
        print(f"{words}: {w2n.word_to_num(words)}")
    except ValueError:
        print(f"{words}: refused")
P
)"
