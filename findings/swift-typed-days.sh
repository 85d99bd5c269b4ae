#!/usr/bin/env bash
# The day 2026-04-03 is 16 October 2008 where Swift reads days as India, Germany or France write them, and 4/13/2026 is 4 January 2027.
#
# Guess: a reader of typed days takes ISO's order or refuses it, and refuses a 13th month and a word behind the day.
# Seen: Date(_:strategy:) of Swift 6.3.1's Foundation on Linux, with the style that writes days for the locale (.numeric or .abbreviated), counts on: the
# 2026th day of April 2003 is in 2008, in en_US with .abbreviated the 2026th month in 2171; months past 12 go on into the next year and the 32nd into the
# next month. What stands behind the day is dropped. In en_US 03.04.2026 is 4 March. Nothing of it is an error, and days of 2008 go to the bottom of a list.
# DateFormatter with dateStyle .short refuses ISO's order, the 13th month, the 32nd and the word.
# So a typed day is read by the shapes that the page names, and one that is far from today is asked for again.
source "$(dirname "$0")/common.bash"
cat >"$folder/typed.swift" <<'S'
import Foundation

func text(_ day: Date?) -> String { day.map { $0.formatted(.iso8601.year().month().day()) } ?? "refused" }
let typed = ["2026-04-03", "03.04.2026", "13/04/2026", "04/13/2026", "3/4/2026 rent", "32/1/2026"]
for language in ["en_IN", "de_DE", "fr_FR", "en_US"] {
  let locale = Locale(identifier: language)
  let numeric = Date.FormatStyle(date: .numeric, time: .omitted, locale: locale, timeZone: .gmt).parseStrategy
  let words = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: .gmt).parseStrategy
  let formatter = DateFormatter()
  formatter.locale = locale
  formatter.timeZone = .gmt
  formatter.dateStyle = .short
  for day in typed {
    print(
      "\(language) \(day): numeric \(text(try? Date(day, strategy: numeric))), abbreviated \(text(try? Date(day, strategy: words))),",
      "DateFormatter \(text(formatter.date(from: day)))")
  }
}
S
swiftc -o "$folder/typed" "$folder/typed.swift"

expect "en_IN 2026-04-03: numeric 2008-10-16, abbreviated 2008-10-16, DateFormatter refused
en_IN 03.04.2026: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter 2026-04-03
en_IN 13/04/2026: numeric 2026-04-13, abbreviated 2026-04-13, DateFormatter 2026-04-13
en_IN 04/13/2026: numeric 2027-01-04, abbreviated 2027-01-04, DateFormatter refused
en_IN 3/4/2026 rent: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter refused
en_IN 32/1/2026: numeric 2026-02-01, abbreviated 2026-02-01, DateFormatter refused
de_DE 2026-04-03: numeric 2008-10-16, abbreviated 2008-10-16, DateFormatter refused
de_DE 03.04.2026: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter 2026-04-03
de_DE 13/04/2026: numeric 2026-04-13, abbreviated 2026-04-13, DateFormatter 2026-04-13
de_DE 04/13/2026: numeric 2027-01-04, abbreviated 2027-01-04, DateFormatter refused
de_DE 3/4/2026 rent: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter refused
de_DE 32/1/2026: numeric 2026-02-01, abbreviated 2026-02-01, DateFormatter refused
fr_FR 2026-04-03: numeric 2008-10-16, abbreviated 2008-10-16, DateFormatter refused
fr_FR 03.04.2026: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter 2026-04-03
fr_FR 13/04/2026: numeric 2026-04-13, abbreviated 2026-04-13, DateFormatter 2026-04-13
fr_FR 04/13/2026: numeric 2027-01-04, abbreviated 2027-01-04, DateFormatter refused
fr_FR 3/4/2026 rent: numeric 2026-04-03, abbreviated 2026-04-03, DateFormatter refused
fr_FR 32/1/2026: numeric 2026-02-01, abbreviated 2026-02-01, DateFormatter refused
en_US 2026-04-03: numeric refused, abbreviated 2171-10-04, DateFormatter refused
en_US 03.04.2026: numeric 2026-03-04, abbreviated 2026-03-04, DateFormatter 2026-03-04
en_US 13/04/2026: numeric 2027-01-04, abbreviated 2027-01-04, DateFormatter refused
en_US 04/13/2026: numeric 2026-04-13, abbreviated 2026-04-13, DateFormatter 2026-04-13
en_US 3/4/2026 rent: numeric 2026-03-04, abbreviated 2026-03-04, DateFormatter refused
en_US 32/1/2026: numeric refused, abbreviated 2028-08-01, DateFormatter refused" "$("$folder/typed")"
