#!/usr/bin/env bash
# A dinner of 30.00 that two share is all Ravi's debt when ledger-autosync has read the bank's next line of it, and lines whose ids differ in a sign are one.
#
# Guess: ledger-autosync books a line on Expenses:Misc where it knows no better, keeps the bank's ids, and has each line once.
# Seen: ledger-autosync 1.2.0 (with ofxparse 0.21 and ledger 3.3.0) takes of the last entry with that payee the last account that is not the bank, and books the
# whole amount on it: Assets:Owed:Ravi, where he owed a part. It makes an underscore of each blank, slash and plus in a FITID, so of A 1, A/1, A_1 and A+1 the first
# is kept, and the later ones are known already and gone. 1.234 dinars are -1.23, and yen have two decimals. None of it is an error.
# So shared entries are looked over before such a program's lines are kept, and an import is compared with the statement's closing balance.
source "$(dirname "$0")/common.bash"
python_packages ledger-autosync==1.2.0 ofxparse==0.21
debian_packages ledger=3.3.0-3 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11 2>"$folder/unsandboxed"
# The libraries of Debian are for ledger alone.
mkdir "$folder/bin"
printf '%s\n' '#!/bin/sh' "LD_LIBRARY_PATH=$LD_LIBRARY_PATH exec $folder/debian/usr/bin/ledger \"\$@\"" >"$folder/bin/ledger"
chmod +x "$folder/bin/ledger"
unset LD_LIBRARY_PATH
export PATH="$folder/bin:$PATH"
cat >"$folder/flat.ledger" <<'J'
2026/01/01 Dinner
    Expenses:Food            10.00 EUR
    Assets:Owed:Ravi         20.00 EUR
    Bank                    -30.00 EUR

2026/01/02 Milk
    Bank                     -2.00 EUR
    Expenses:Food             2.00 EUR
J
# statement CURRENCY DAY AMOUNT FITID PAYEE...
statement() {
  echo "OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260301<LANGUAGE>ENG<FI><ORG>Bank<FID>1</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>$1
<BANKACCTFROM><BANKID>1<ACCTID>5<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260101<DTEND>20260228"
  printf '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>%s<TRNAMT>%s<FITID>%s<NAME>%s</STMTTRN>\n' "${@:2}"
  echo "</BANKTRANLIST><LEDGERBAL><BALAMT>0<DTASOF>20260228</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
}
# synced CURRENCY DAY AMOUNT FITID PAYEE...: what is new, a line each, which then stands in the ledger.
synced() {
  statement "$@" >"$folder/bank.ofx"
  HOME="$folder" "$folder/venv/bin/ledger-autosync" -l "$folder/flat.ledger" -a Bank "$folder/bank.ofx" >"$folder/new"
  cat "$folder/new" >>"$folder/flat.ledger"
  echo "$((($# - 1) / 4)) lines:"
  awk 'NF' "$folder/new" | tr -s ' ' | paste -d' ' - - - -
}
expect "3 lines:
2026/02/05 Dinner  Bank -30.00 EUR  ; ofxid: 1.5.A_1  Assets:Owed:Ravi 30.00 EUR
2026/02/06 Milk  Bank -2.00 EUR  ; ofxid: 1.5.A2  Expenses:Food 2.00 EUR
2026/02/07 Bread  Bank -5.00 EUR  ; ofxid: 1.5.A3  Expenses:Misc 5.00 EUR
4 lines:
2026/02/10 Bus  Bank -7.00 EUR  ; ofxid: 1.5.A4  Expenses:Misc 7.00 EUR
2 lines:
2026/02/11 Tea  Bank -1.23 KWD  ; ofxid: 1.5.K1  Expenses:Misc 1.23 KWD
2026/02/12 Tea  Bank -1.24 KWD  ; ofxid: 1.5.K2  Expenses:Misc 1.24 KWD
1 lines:
2026/02/13 Train  Bank -1250.00 JPY  ; ofxid: 1.5.J1  Expenses:Misc 1250.00 JPY" "$(
  synced EUR 20260205 -30.00 "A 1" Dinner 20260206 -2.00 A2 Milk 20260207 -5.00 A3 Bread
  synced EUR 20260208 -8.00 A/1 Market 20260209 -9.00 A_1 Cinema 20260209 -6.00 A+1 Park 20260210 -7.00 A4 Bus
  synced KWD 20260211 -1.234 K1 Tea 20260212 -1.235 K2 Tea
  synced JPY 20260213 -1250 J1 Train
)"
