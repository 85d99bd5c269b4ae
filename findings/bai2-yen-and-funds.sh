#!/usr/bin/env bash
# A reader of BAI2 divides yen by 100, and takes a payment's dates and parts for its name and its id.
#
# Guess: an amount in yen has no decimals, and a text is read behind each type of funds.
# Seen: bankstatementparser 0.0.29 has 12.50 yen for 1250, where the format counts in the smallest unit of the account's currency. Behind an amount it
# expects the two references and the text; with the types V (a day of value), S and D (parts by their days), which stand in between, the salary's name
# is "B1" and its id 261128, and two payments whose first part is alike have one id.
# bai2 0.15.0 has 1250 and both texts, and checks the control totals.
# So a table of decimals by currency is asked for each amount, and a reader of records knows how long each of them is or names what it does not know.
source "$(dirname "$0")/common.bash"
python_packages bankstatementparser==0.0.29 bai2==0.15.0

expect "bankstatementparser, yen: -12.5 JPY BREAD id B1
bai2, yen: 1250 JPY BREAD B1
bankstatementparser, dollars: 12.5 USD B1 id 261128
bankstatementparser, dollars: 9 USD 300 id 100
bankstatementparser, dollars: 7 USD 300 id 100
bankstatementparser, dollars: -2.5 USD COFFEE id B4
bai2, dollars: 1250 USD SALARY B1
bai2, dollars: 900 USD RENT B2
bai2, dollars: 700 USD GIFT B3
bai2, dollars: 250 USD COFFEE B4" "$(cd "$folder" && python - 2>"$folder/log" <<'P'
from bai2 import bai2
from bankstatementparser import Bai2Parser

files = {
    "yen": ("JPY", 1250, ["16,475,1250,,B1,C1,BREAD/"]),
    "dollars": ("USD", 3100, ["16,165,1250,V,261128,,B1,C1,SALARY/", "16,165,900,S,100,500,300,B2,C2,RENT/", "16,165,700,S,100,300,300,B3,C3,GIFT/",
                              "16,475,250,,B4,C4,COFFEE/"]),
}
for name, (currency, total, records) in files.items():
    total += 100000 + 98750
    count = len(records)
    path = f"{name}.bai"
    with open(path, "w") as file:
        file.write("\n".join(["01,122099999,123456789,261127,0600,1,,,2/", f"02,031001234,122099999,1,261126,2359,{currency},2/",
                              f"03,0975312468,{currency},010,100000,,,015,98750,,/", *records, f"49,{total},{count + 2}/",
                              f"98,{total},1,{count + 4}/", f"99,{total},1,{count + 6}/"]) + "\n")
    for line in Bai2Parser(path).parse().to_dict("records"):
        print(f"bankstatementparser, {name}:", line["amount"], line["currency"], line["description"], "id", line["transaction_id"])
    with open(path) as file:
        for group in bai2.parse_from_file(file).children:
            for account in group.children:
                for line in account.children:
                    print(f"bai2, {name}:", line.amount, account.header.currency, line.text, line.bank_reference)
P
)"
