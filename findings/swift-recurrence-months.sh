#!/usr/bin/env bash
# "Every Friday" of a monthly rule is its first Friday alone in Swift's own calendar, so the last working day of the month is on the 6th or the 7th; and of
# four instalments there are six, when they are asked for month by month.
#
# Guess: Calendar.RecurrenceRule gives what dateutil gives of the same rule: the last working day of each month, and the last Friday of the year.
# Expected besides: what ends after a number of times ends on the same day, whatever days are asked for.
# Seen: Swift 6.3.1's Foundation on Linux has of .every(.friday) in a monthly rule the first Friday, so setPositions: [-1] over Monday to Friday is the last
# of the first seven days, and setPositions: [2] over the Fridays finds nothing. .nth(-1, .friday) of a yearly rule is the last Friday of January, .nth of
# a monthly rule is right. With firstWeekday = 2, as much of Europe has it, .nth(2, .tuesday) is the first one in February and March.
# recurrences(of:in:) counts .afterOccurrences from the beginning of the range; bug reports of the last two are there. A rule for a yearly 20th Monday
# does not end. dateutil 2.9.0 is right in each.
# So a client in Swift asks the server for the days of a series and reckons none; rules by days of the month (.daysOfTheMonth: [-1]) are right.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0
cat >"$folder/rules.swift" <<'S'
import Foundation

var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = TimeZone(identifier: "UTC")!
func day(_ month: Int, _ day: Int) -> Date { calendar.date(from: DateComponents(year: 2026, month: month, day: day))! }
func show(_ name: String, _ dates: some Sequence<Date>) {
  let words = dates.prefix(4).map { date in
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return "\(parts.year!)-\(parts.month! < 10 ? "0" : "")\(parts.month!)-\(parts.day! < 10 ? "0" : "")\(parts.day!)"
  }
  print(name, words.isEmpty ? "none" : words.joined(separator: " "))
}
typealias Rule = Calendar.RecurrenceRule
let workingDays: [Rule.Weekday] = [.every(.monday), .every(.tuesday), .every(.wednesday), .every(.thursday), .every(.friday)]
let first = day(1, 2)
show("every Friday", Rule(calendar: calendar, frequency: .monthly, weekdays: [.every(.friday)]).recurrences(of: first))
show("last working day", Rule(calendar: calendar, frequency: .monthly, weekdays: workingDays, setPositions: [-1]).recurrences(of: first))
show("second Friday", Rule(calendar: calendar, frequency: .monthly, weekdays: [.every(.friday)], setPositions: [2]).recurrences(of: first))
show("second Friday by nth", Rule(calendar: calendar, frequency: .monthly, weekdays: [.nth(2, .friday)]).recurrences(of: first))
show("last Friday of the year", Rule(calendar: calendar, frequency: .yearly, weekdays: [.nth(-1, .friday)]).recurrences(of: first))
show("last day", Rule(calendar: calendar, frequency: .monthly, daysOfTheMonth: [-1]).recurrences(of: first))
var monday = calendar
monday.firstWeekday = 2
show("second Tuesday", Rule(calendar: monday, frequency: .monthly, weekdays: [.nth(2, .tuesday)]).recurrences(of: first))
let instalments = Rule(calendar: calendar, frequency: .monthly, end: .afterOccurrences(4))
show("four instalments", instalments.recurrences(of: day(1, 15)))
show("the same from March on", instalments.recurrences(of: day(1, 15), in: day(3, 1)..<day(12, 1)))
S
swiftc -o "$folder/rules" "$folder/rules.swift"

expect "every Friday 2026-01-02 2026-02-06 2026-03-06 2026-04-03
last working day 2026-01-07 2026-02-06 2026-03-06 2026-04-07
second Friday none
second Friday by nth 2026-01-09 2026-02-13 2026-03-13 2026-04-10
last Friday of the year 2026-01-30 2027-01-29 2028-01-28 2029-01-26
last day 2026-01-31 2026-02-28 2026-03-31 2026-04-30
second Tuesday 2026-01-13 2026-02-03 2026-03-03 2026-04-14
four instalments 2026-01-15 2026-02-15 2026-03-15 2026-04-15
the same from March on 2026-03-15 2026-04-15 2026-05-15 2026-06-15
dateutil: every Friday 2026-01-02 2026-01-09 2026-01-16 2026-01-23
dateutil: last working day 2026-01-30 2026-02-27 2026-03-31 2026-04-30
dateutil: second Friday 2026-01-09 2026-02-13 2026-03-13 2026-04-10
dateutil: last Friday of the year 2026-12-25 2027-12-31 2028-12-29 2029-12-28
dateutil: second Tuesday 2026-01-13 2026-02-10 2026-03-10 2026-04-14
dateutil: four instalments, from March on 2026-03-15 2026-04-15" "$(
  "$folder/rules"
  python - <<'P'
from datetime import datetime
from dateutil.rrule import rrulestr

def show(name, rule, start="20260102", after=datetime(2026, 1, 1)):
    dates = rrulestr(f"DTSTART:{start}T000000\nRRULE:{rule}").xafter(after, count=4)
    print(f"dateutil: {name}", *(date.date() for date in dates))

show("every Friday", "FREQ=MONTHLY;BYDAY=FR")
show("last working day", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")
show("second Friday", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=2")
show("last Friday of the year", "FREQ=YEARLY;BYDAY=-1FR")
show("second Tuesday", "FREQ=MONTHLY;BYDAY=2TU;WKST=MO")
show("four instalments, from March on", "FREQ=MONTHLY;COUNT=4", "20260115", datetime(2026, 3, 1))
P
)"
