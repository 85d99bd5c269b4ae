#!/usr/bin/env bash
# The 30th of February, which banks that reckon by months of 30 days write as a day of value, is the 2nd of March for Swift's readers of ISO dates.
#
# Guess: a day that is not in the calendar is an error for a decoder of JSON and for whatever reads ISO 8601, as it is in Python.
# Seen: in Swift 6.3.1's Foundation on Linux JSONDecoder (.iso8601), Date(_:strategy: .iso8601) and ISO8601DateFormatter go on counting: 30 February is
# 2 March, 31 April is 1 May, and 24:00 is the next day; the 32nd and a 13th month are refused. Date.ParseStrategy with a pattern of one's own takes these
# as well. DateFormatter, and Date.ParseStrategy with isLenient: false, refuse each; DateComponents of ISO 8601 keep the 30.
# Python 3.11's date.fromisoformat refuses the day, too. mt-940 5.1.1, which tells of such banks, makes 28 February of it (date_fixup_pre_processor).
# So a day is three numbers that are checked against the length of their month before they are a moment, and an importer says which day it has changed.
source "$(dirname "$0")/common.bash"
python_packages mt-940==5.1.1
cat >"$folder/days.swift" <<'S'
import Foundation

struct Entry: Decodable { var day: Date }
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let dateFormatter = DateFormatter()
dateFormatter.locale = Locale(identifier: "en_US_POSIX")
dateFormatter.timeZone = .gmt
dateFormatter.dateFormat = "yyyy-MM-dd"
let pattern: Date.FormatString = "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)"
let iso: Date.ISO8601FormatStyle = .iso8601.year().month().day()
func text(_ day: Date?) -> String { day.map { $0.formatted(iso) } ?? "refused" }
for day in ["2026-02-28", "2026-02-30", "2026-04-31", "2026-02-32", "2026-13-01"] {
  let json = Data("{\"day\": \"\(day)T00:00:00Z\"}".utf8)
  let found: [(String, Date?)] = [
    ("JSON", (try? decoder.decode(Entry.self, from: json))?.day), ("strategy", try? Date(day, strategy: iso)),
    ("ISO8601DateFormatter", ISO8601DateFormatter().date(from: day + "T00:00:00Z")),
    ("pattern", try? Date(day, strategy: Date.ParseStrategy(format: pattern, timeZone: .gmt))),
    ("strict", try? Date(day, strategy: Date.ParseStrategy(format: pattern, timeZone: .gmt, isLenient: false))),
    ("DateFormatter", dateFormatter.date(from: day)),
  ]
  print("\(day):", found.map { "\($0) \(text($1))" }.joined(separator: ", "))
}
print("24:00 of 2026-02-28 is", text(ISO8601DateFormatter().date(from: "2026-02-28T24:00:00Z")))
let parts = try DateComponents("2026-02-30", strategy: .iso8601.year().month().day())
print("parts", parts.month!, parts.day!)
S
swiftc -o "$folder/days" "$folder/days.swift"

expect "2026-02-28: JSON 2026-02-28, strategy 2026-02-28, ISO8601DateFormatter 2026-02-28, pattern 2026-02-28, strict 2026-02-28, DateFormatter 2026-02-28
2026-02-30: JSON 2026-03-02, strategy 2026-03-02, ISO8601DateFormatter 2026-03-02, pattern 2026-03-02, strict refused, DateFormatter refused
2026-04-31: JSON 2026-05-01, strategy 2026-05-01, ISO8601DateFormatter 2026-05-01, pattern 2026-05-01, strict refused, DateFormatter refused
2026-02-32: JSON refused, strategy refused, ISO8601DateFormatter refused, pattern 2026-03-04, strict refused, DateFormatter refused
2026-13-01: JSON refused, strategy refused, ISO8601DateFormatter refused, pattern 2027-01-01, strict refused, DateFormatter refused
24:00 of 2026-02-28 is 2026-03-01
parts 2 30
Python: refused
mt-940: 2026-02-28 booked 2026-02-27" "$(
  "$folder/days"
  python - <<'P'
from datetime import date

import mt940

try:
    print("Python:", date.fromisoformat("2026-02-30"))
except ValueError:
    print("Python: refused")
statement = """:20:START
:25:37040044/0532013000
:28C:1/1
:60F:C260227EUR10,00
:61:2602300227C1,50NINTNONREF
:86:Interest
:62F:C260227EUR11,50
-
"""
line = mt940.parse(statement)[0].data
print("mt-940:", line["date"], "booked", line["entry_date"])
P
)"
