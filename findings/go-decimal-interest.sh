#!/usr/bin/env bash
# A debt of 1000 at five percent a year is 1000 after twelve months in Go's shopspring/decimal: 1.05 to the power of a twelfth is 1, without an error.
#
# Guess: what Div keeps of a third is enough for the whole to come back. (Powers were run beside it, without a guess that was written down.)
# Seen: Pow of shopspring/decimal 1.2.0 (Debian's) cuts the power to a whole number: 0.5, 0.9999 and a twelfth are 0, whose power is 1, and -1.5 is -1. It gives
# no error. Whole powers are right, and so are thirds, of which Div keeps 16 decimals.
# So interest by the month is reckoned by a rate for the month, and a power is tried with a fraction before a library is used for it.
source "$(dirname "$0")/common.bash"
debian_packages 'golang-1.19-go=1.19.8*' 'golang-1.19-src=1.19.8*' 'golang-github-shopspring-decimal-dev=1.2.0*' 2>"$folder/unsandboxed"
cat >"$folder/interest.go" <<'G'
package main

import (
	"fmt"

	"github.com/shopspring/decimal"
)

func main() {
	rate, twelfth := decimal.RequireFromString("1.05"), decimal.NewFromInt(1).Div(decimal.NewFromInt(12))
	for _, power := range []string{"2", "1.5", "1", "0.9999", "0.5", "-0.5", "-1", "-1.5"} {
		fmt.Printf("1.05 to the power of %s: %s\n", power, rate.Pow(decimal.RequireFromString(power)))
	}
	debt := decimal.NewFromInt(1000)
	for month := 0; month < 12; month++ {
		debt = debt.Mul(rate.Pow(twelfth))
	}
	fmt.Println("1000 after twelve months:", debt.StringFixed(2), "after a year:", rate.Mul(decimal.NewFromInt(1000)).StringFixed(2))
	third := decimal.RequireFromString("0.01").Div(decimal.NewFromInt(3))
	fmt.Println("a third of 0.01:", third, "three of them:", third.Mul(decimal.NewFromInt(3)).StringFixed(2))
}
G
expect "1.05 to the power of 2: 1.1025
1.05 to the power of 1.5: 1.05
1.05 to the power of 1: 1.05
1.05 to the power of 0.9999: 1
1.05 to the power of 0.5: 1
1.05 to the power of -0.5: 1
1.05 to the power of -1: 0.9523809523809524
1.05 to the power of -1.5: 0.9523809523809524
1000 after twelve months: 1000.00 after a year: 1050.00
a third of 0.01: 0.0033333333333333 three of them: 0.01" "$(GOROOT=$folder/debian/usr/lib/go-1.19 GOPATH=$folder/debian/usr/share/gocode GO111MODULE=off GOFLAGS=-p=1 GOCACHE=$folder/go HOME=$folder \
  "$folder/debian/usr/lib/go-1.19/bin/go" run "$folder/interest.go")"
