#!/usr/bin/env bash
# Two instalments whose days a calendar lists without a rule are one to the servers that clients ask for a month, and a payment that was moved to April is in
# March.
#
# Guess: Radicale and Xandikos find a monthly series in a later month, and not where the date there was taken out (EXDATE) or moved away; with "expand" each
# date comes alone.
# Expected besides: dates that RDATE lists are dates, with a rule beside them and without one.
# Seen: of a query for March (RFC 4791, calendar-query with a time-range) Xandikos 0.4.10 does not find an event of 15 January with RDATE on 20 March;
# Radicale 3.9.0 finds it, and gives an empty calendar for it with "expand". With RRULE beside RDATE both have it. Radicale also finds the series whose date
# of March was moved to 2 April, and gives that day for March. What was moved into March, EXDATE and the last working day are right. No answer is an error.
# So each of a few dates is an event of its own, and what a server gives for a month is looked at by its days.
source "$(dirname "$0")/common.bash"
python_packages radicale==3.9.0 xandikos==0.4.10

cat >"$folder/ask.py" <<'P'
import base64
import http.client
import re
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as tree

folder, port, program = sys.argv[1], int(sys.argv[2]), sys.argv[3]
commands = {"radicale": ["radicale", "--server-hosts", f"127.0.0.1:{port}", "--storage-filesystem-folder", f"{folder}/radicale", "--auth-type", "none"],
            "xandikos": ["xandikos", "serve", "-d", f"{folder}/xandikos", "--defaults", "-l", "127.0.0.1", "-p", str(port), "--current-user-principal", "/u/"]}
home = {"radicale": "/u/home/", "xandikos": "/u/calendars/calendar/"}[program]
monthly = ["DTSTART;VALUE=DATE:20260115", "RRULE:FREQ=MONTHLY"]
events = {"monthly": [monthly], "taken out": [[*monthly, "EXDATE;VALUE=DATE:20260315"]],
          "last working day": [["DTSTART;VALUE=DATE:20260130", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"]],
          "moved in": [["DTSTART;VALUE=DATE:20260115", "RRULE:FREQ=MONTHLY;COUNT=2"], ["RECURRENCE-ID;VALUE=DATE:20260215", "DTSTART;VALUE=DATE:20260320"]],
          "moved to April": [monthly, ["RECURRENCE-ID;VALUE=DATE:20260315", "DTSTART;VALUE=DATE:20260402"]],
          "added": [[*monthly, "RDATE;VALUE=DATE:20260320"]], "two dates": [["DTSTART;VALUE=DATE:20260115", "RDATE;VALUE=DATE:20260320"]]}
march = 'start="20260301T000000Z" end="20260401T000000Z"'

def calendar(name):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:home"]
    for event in events[name]:
        lines += ["BEGIN:VEVENT", f"UID:{name}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{name}", *event, "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])

def ask(method, path, body="", kind="text/xml"):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    who = base64.b64encode(b"u:u").decode()
    connection.request(method, path, body.encode(), {"Authorization": f"Basic {who}", "Content-Type": f"{kind}; charset=utf-8", "Depth": "1"})
    answer = connection.getresponse()
    return answer.status, answer.read()

def found(expand):
    query = (f'<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data>{expand}</C:calendar-data></D:prop><C:filter>'
             f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range {march}/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>')
    status, body = ask("REPORT", home, query)
    assert status == 207, status
    answers = tree.fromstring(body).findall("{DAV:}response")
    return {answer.find("{DAV:}href").text.split("/")[-1].removesuffix(".ics"): "".join(answer.itertext()) for answer in answers}

with open(f"{folder}/log", "w") as log, subprocess.Popen([sys.executable, "-m", *commands[program]], stdout=log, stderr=log) as server:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    if program == "radicale":
        ask("MKCALENDAR", home)
    for name in events:
        assert ask("PUT", home + name.replace(" ", "-") + ".ics", calendar(name), "text/calendar")[0] == 201
    plain, expanded = found(""), found(f"<C:expand {march}/>")
    for name in events:
        days = re.findall(r"DTSTART[^:]*:(\S+)", expanded.get(name.replace(" ", "-"), ""))
        print(f"{program}: {name}:", "found," if name.replace(" ", "-") in plain else "not found,", *(days or ["no day"]))
    server.terminate()
P
read -r first second < <(free_ports 2)
expect "radicale: monthly: found, 20260315
radicale: taken out: not found, no day
radicale: last working day: found, 20260331
radicale: moved in: found, 20260320
radicale: moved to April: found, 20260402
radicale: added: found, 20260315 20260320
radicale: two dates: found, no day
xandikos: monthly: found, 20260315
xandikos: taken out: not found, no day
xandikos: last working day: found, 20260331
xandikos: moved in: found, 20260320
xandikos: moved to April: not found, no day
xandikos: added: found, 20260315 20260320
xandikos: two dates: not found, no day" "$(python "$folder/ask.py" "$folder" "$first" radicale; python "$folder/ask.py" "$folder" "$second" xandikos)"
