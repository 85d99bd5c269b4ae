#!/usr/bin/env bash
# Rent of 1 July that a Go program in India writes into a calendar for the whole day is on 30 June, in a shape that readers refuse or take for a text.
#
# Expected: SetAllDayStartAt(midnight of 1 July) writes DTSTART;VALUE=DATE:20260701, the day that the time has where it is.
# Guess: SetStartAt writes UTC with a Z, and a summary that is read is the text that was written.
# Seen: golang-ical of 17 May 2022 (Debian 12's golang-github-arran4-golang-ical-dev) turns the time into UTC, takes the day of that, and writes it with a Z
# and without VALUE=DATE: 20260630Z, which RFC 5545 does not have. In New York the day is right and its shape is not. GetProperty gives "Rent\, July" with
# its backslash.
# icalendar 7.3.2 keeps DTSTART as broken and has no day, so recurring-ical-events 3.8.2 raises; vobject 0.9.9 has 30 June.
# So a day is written as text by the program that knows it (SetProperty with VALUE=DATE), and a calendar is read by another library before it goes out.
source "$(dirname "$0")/common.bash"
python_packages icalendar==7.3.2 vobject==0.9.9 recurring-ical-events==3.8.2
debian_packages 'golang-1.19-go=1.19.8*' 'golang-1.19-src=1.19.8*' 'golang-github-arran4-golang-ical-dev=0.0~git20220517*' 2>"$folder/unsandboxed"
cat >"$folder/days.go" <<'G'
package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

func main() {
	for _, zone := range []string{"Asia/Kolkata", "America/New_York"} {
		place, _ := time.LoadLocation(zone)
		calendar := ics.NewCalendar()
		event := calendar.AddEvent("rent")
		event.SetDtStampTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		event.SetAllDayStartAt(time.Date(2026, 7, 1, 0, 0, 0, 0, place))
		event.SetSummary("Rent, July")
		text := calendar.Serialize()
		os.WriteFile(os.Args[1]+"/"+strings.Replace(zone, "/", "-", 1)+".ics", []byte(text), 0o644)
		for _, line := range strings.Split(text, "\r\n") {
			if strings.HasPrefix(line, "DTSTART") {
				read, _ := ics.ParseCalendar(strings.NewReader(text))
				day, _ := read.Events()[0].GetAllDayStartAt()
				fmt.Println(zone, line, "read as", day.UTC().Format(time.RFC3339), read.Events()[0].GetProperty(ics.ComponentPropertySummary).Value)
			}
		}
	}
}
G
expect "Asia/Kolkata DTSTART:20260630Z read as 2026-06-30T00:00:00Z Rent\\, July
America/New_York DTSTART:20260701Z read as 2026-07-01T00:00:00Z Rent\\, July
icalendar broken
recurring-ical-events refused BrokenCalendarProperty
vobject 2026-06-30" "$(
  GOROOT=$folder/debian/usr/lib/go-1.19 GOPATH=$folder/debian/usr/share/gocode GO111MODULE=off GOCACHE=$folder/go HOME=$folder \
    "$folder/debian/usr/lib/go-1.19/bin/go" run "$folder/days.go" "$folder"
  python - "$folder/Asia-Kolkata.ics" <<'P'
import sys

import icalendar
import recurring_ical_events
import vobject

text = open(sys.argv[1], newline="").read()
def told(name, read):
    try:
        print(name, read())
    except Exception as error:
        print(name, "refused", type(error).__name__)

told("icalendar", lambda: {"vBroken": "broken"}.get(type(icalendar.Calendar.from_ical(text).walk("VEVENT")[0].get("DTSTART")).__name__, "read"))
told("recurring-ical-events", lambda: len(recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 6, 1), (2026, 8, 1))))
told("vobject", lambda: vobject.readOne(text).vevent.dtstart.value)
P
)"
