#!/usr/bin/env bash
# Go's go-playground/locales shows 1,234 yen with two decimals, puts the blank of a Swiss amount before its currency, and the French one inside the bracket.
#
# Guess: FmtCurrency has rupees with their sign and by lakhs in English of India, no decimals of yen, and Swiss and French amounts as people write them.
# Seen: locales 0.14.0 (Debian's) has two decimals at least: asked for none it rounds and adds them, so 1234 yen are ¥1,234.00 and 1.234 dinars are 1.00. It knows
# the decimals of no currency. In de_CH the no-break space stands before the currency's name and none behind it, French accounts have "(1 234,50 )CHF", and
# rupees are INR in English, in India's too. -0.001 is -INR0.00, and (CHF0.00) in accounts. FmtPercent does not multiply: a half is 0%.
# So an amount is written from its minor units with the decimals of its currency, and looked at in each language that a program offers.
source "$(dirname "$0")/common.bash"
debian_packages 'golang-1.19-go=1.19.8*' 'golang-1.19-src=1.19.8*' 'golang-github-go-playground-locales-dev=0.14.0*' 2>"$folder/unsandboxed"
cat >"$folder/money.go" <<'G'
package main

import (
	"fmt"

	"github.com/go-playground/locales"
	"github.com/go-playground/locales/currency"
	"github.com/go-playground/locales/de_CH"
	"github.com/go-playground/locales/en"
	"github.com/go-playground/locales/en_IN"
	"github.com/go-playground/locales/fr"
)

func main() {
	english := en.New()
	for _, decimals := range []uint64{0, 1, 2, 3} {
		fmt.Printf("%d decimals: %s, %s\n", decimals, english.FmtCurrency(1234, decimals, currency.JPY), english.FmtCurrency(1.234, decimals, currency.KWD))
	}
	for _, language := range []locales.Translator{english, en_IN.New(), de_CH.New(), fr.New()} {
		for _, amount := range []float64{1234567.5, -1234.5, -0.001} {
			fmt.Printf("%s %.3f: %+q, accounts %+q\n", language.Locale(), amount, language.FmtCurrency(amount, 2, currency.INR), language.FmtAccounting(amount, 2, currency.CHF))
		}
	}
	fmt.Println("a half:", english.FmtPercent(0.5, 0))
}
G
expect "0 decimals: ¥1,234.00, KWD1.00
1 decimals: ¥1,234.00, KWD1.20
2 decimals: ¥1,234.00, KWD1.23
3 decimals: ¥1,234.000, KWD1.234
en 1234567.500: \"INR1,234,567.50\", accounts \"CHF1,234,567.50\"
en -1234.500: \"-INR1,234.50\", accounts \"(CHF1,234.50)\"
en -0.001: \"-INR0.00\", accounts \"(CHF0.00)\"
en_IN 1234567.500: \"INR12,34,567.50\", accounts \"CHF12,34,567.50\"
en_IN -1234.500: \"-INR1,234.50\", accounts \"-CHF1,234.50\"
en_IN -0.001: \"-INR0.00\", accounts \"-CHF0.00\"
de_CH 1234567.500: \"\\u00a0INR1\\u2019234\\u2019567.50\", accounts \"\\u00a0CHF1\\u2019234\\u2019567.50\"
de_CH -1234.500: \"-\\u00a0INR1\\u2019234.50\", accounts \"-\\u00a0CHF1\\u2019234.50\"
de_CH -0.001: \"-\\u00a0INR0.00\", accounts \"-\\u00a0CHF0.00\"
fr 1234567.500: \"1\\u202f234\\u202f567,50\\u00a0\\u20b9\", accounts \"1\\u202f234\\u202f567,50\\u00a0CHF\"
fr -1234.500: \"-1\\u202f234,50\\u00a0\\u20b9\", accounts \"(1\\u202f234,50\\u00a0)CHF\"
fr -0.001: \"-0,00\\u00a0\\u20b9\", accounts \"(0,00\\u00a0)CHF\"
a half: 0%" "$(GOROOT=$folder/debian/usr/lib/go-1.19 GOPATH=$folder/debian/usr/share/gocode GO111MODULE=off GOFLAGS=-p=1 GOCACHE=$folder/go HOME=$folder \
  "$folder/debian/usr/lib/go-1.19/bin/go" run "$folder/money.go")"
