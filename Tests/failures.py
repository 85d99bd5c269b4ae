"""Prints what failed in a run of the tests, from the report that the tests' `--xunit-output FILE` leaves in FILE."""

import sys
import xml.etree.ElementTree as xml

try:
    report = xml.parse(sys.argv[1])
except (OSError, xml.ParseError):
    sys.exit("The run came to no end, so there is no report: what stands last above is what ended it.")
for case in report.iter("testcase"):
    for failure in case.iter("failure"):
        print(f"  {case.get('classname')}/{case.get('name')}: {failure.get('message')[:1_000]}")
