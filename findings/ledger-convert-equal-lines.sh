#!/usr/bin/env bash
# ledger's convert drops the second of two equal lines of one file when it is told to remember what it has read.
#
# Guess: --rich-data keeps a hash of each line, so that a file read again books nothing twice; two coffees of one day in one file are two.
# Seen: ledger 3.3.0 books one coffee. Two lines that are spelled alike have one hash (UUID), and the second is taken for a line already read,
# within the same file. Without --rich-data both are booked, and again with each reading.
# So equal lines of a file are counted, and a line is there already only as often as it has been booked.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

cd "$folder"
printf 'date,payee,amount\n2026-11-27,Coffee,-2.50\n2026-11-27,Coffee,-2.50\n2026-11-27,Milk,-1.50\n' >bank.csv
booked() { awk '/^2026/ {printf " %s", $3} END {print ""}' "$1"; }
ledger -f /dev/null convert bank.csv >plain
ledger -f /dev/null convert bank.csv --rich-data >rich
ledger -f rich convert bank.csv --rich-data >again
expect "plain: Coffee Coffee Milk
rich: Coffee Milk
again:" "plain:$(booked plain)
rich:$(booked rich)
again:$(booked again)"
