#!/usr/bin/env bash
# 12,345.67 that came in are 5.67 that went out for Skrooge, when the bank's MT940 file has no day of entry, and what the bank took back was paid twice.
#
# Guess: a line of RC, a credit that is taken back, is negative, and RD positive. Expected besides: an amount does not go by whether the optional day of
# entry stands before it.
# Seen: skroogeconvert of Skrooge 2.29.0 (Debian's) reads field 61 with a day of entry rightly, also 5, without cents. Where it is left out, as the standard
# allows, it passes over the four characters behind the mark all the same and takes each line for a payment: 12,50 is 0.00 and 1234,50 is -0.50, come in or
# gone out. RC8,00 is 8.00, so what the bank took back is there twice, and RD7,00 is -7.00. None of it is an error, and the balance at the end of the file
# is not compared.
# So the sum of what was read is compared with the balances in the file.
source "$(dirname "$0")/common.bash"
skrooge_packages

# statement LINE...: a statement with these lines of field 61.
statement() {
  printf '%s\n' ':20:START' ':25:37040044/0532013000' ':28C:1/1' ':60F:C260101EUR1000,00'
  for line in "$@"; do printf ':61:%s\n:86:%s\n' "$line" "$line"; done
  printf '%s\n' ':62F:C260131EUR0,00' '-'
}
statement 2601050105D12,50NTRFA 2601060106D5,NTRFB 2601070107C1234,5NTRFC 260108D12,50NTRFD 260109C1234,50NTRFE 260109C12345,67NTRFE \
  2601100110RC8,00NTRFF 2601110111RD7,00NTRFG >"$folder/bank.sta"
skrooge "$folder/bank.sta" "$folder/bank.csv"
expect "2026-01-05;2601050105D12,50NTRFA;-12.50
2026-01-06;2601060106D5,NTRFB;-5.00
2026-01-07;2601070107C1234,5NTRFC;1234.50
2026-01-08;260108D12,50NTRFD;0.00
2026-01-09;260109C1234,50NTRFE;-0.50
2026-01-09;260109C12345,67NTRFE;-5.67
2026-01-10;2601100110RC8,00NTRFF;8.00
2026-01-11;2601110111RD7,00NTRFG;-7.00" "$(tail -n +3 "$folder/bank.csv" | cut -d';' -f1,7,10 | tr -d '"')"
