#!/usr/bin/env bash
# Of four vouchers of a Swedish SIE file pysie-accounting reads one, since it wants quotes that SIE does not, and keeps one voucher of each number.
#
# Guess: pysie-accounting reads each voucher and balance of a valid SIE 4 file, and what it writes is what it read. (The vouchers were
# chosen after a look at the code.)
# Seen: pysie-accounting 0.0.2 passes over a voucher whose series and number have no quotes, over one without a day of registration, over an account without quotes,
# and over a balance without decimals (500), all of which the format allows. A voucher of series B takes the place of that with its number in series A. The
# organisation's number 555555-5555 is 555555. What it writes has the rest alone, in a series V. None of it is an error.
# So vouchers and balances are counted in the file itself (#VER, #IB), and compared with what was read.
source "$(dirname "$0")/common.bash"
python_packages pysie-accounting==0.0.2 pandas==2.3.3

cat >"$folder/home.se" <<'S'
#FLAGGA 0
#PROGRAM "Books" 1.0
#FORMAT PC8
#GEN 20260201
#SIETYP 4
#ORGNR 555555-5555
#FNAMN "Household"
#RAR 0 20260101 20261231
#KONTO 1910 "Cash"
#SRU 1910 7281
#KONTO 1930 Bank
#SRU 1930 7281
#KONTO 4010 "Food"
#SRU 4010 7511
#IB 0 1910 100.00
#IB 0 1930 500
#UB 0 1910 80.00
#RES 0 4010 50.00
#VER "A" "1" 20260102 "Tea" 20260102
{
   #TRANS 1910 {} -12.50
   #TRANS 4010 {} 12.50
}
#VER "B" "1" 20260103 "Milk" 20260103
{
   #TRANS 1910 {} -7.50
   #TRANS 4010 {} 7.50
}
#VER A 2 20260104 "Bread" 20260104
{
   #TRANS 1930 {} -20.00
   #TRANS 4010 {} 20.00
}
#VER "A" "3" 20260105 "Bus"
{
   #TRANS 1930 {} -10.00
   #TRANS 4010 {} 10.00
}
S
printf '%s\n' "SRU,Ink2" "7281,2.26" "7511,3.5" >"$folder/codes.csv"
expect "organisation 555555, accounts 1910 4010
balances 1910 100.0
  20260103 Milk: 1910 -7.50, 4010 7.50
written:
#KONTO 1910 \"Cash\"
#KONTO 4010 \"Food\"
#IB 0 1910 100.00
#VER \"V\" \"1\" 20260103 \"Milk\" 20260103" \
  "$(cd "$folder" && python - <<'P'
from pysie_accounting.pysie import PySIE

books = PySIE()
books.open_trans("codes.csv")
books.open("home.se")
print(f"organisation {books.orgnr}, accounts", *books.sru.index)
print("balances", *(f"{row.Konto} {row.Balance}" for row in books.dfib.itertuples()))
for day, text, _, lines in books.verifikat.values():
    print(f"  {day} {text}:", ", ".join(f"{account} {amount}" for account, _, amount in lines))
books.write_sie4("written.se")
print("written:")
print("".join(line for line in open("written.se") if line.split()[0] in ("#KONTO", "#IB", "#VER")), end="")
P
)"
