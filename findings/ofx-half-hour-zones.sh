#!/usr/bin/env bash
# A date of OFX with India's offset is another instant in each reader, and with [-5] alone, too.
#
# Guess: both readers take 00:30 on 27 November at +5:30 for 19:00 UTC on the 26th, in both spellings that files have, [5.5:IST] and [+5.30:IST].
# Seen: ofxparse 0.21 reads [+5.30:IST] as 5.3 hours and is 12 minutes off; ofxtools 1.1.1 refuses the whole file for [5.5:IST].
# ofxparse reads no offset without a name: [-5] is UTC to it.
# Both give UTC, so a purchase at 20:00 in New York is of the next day unless the offset is applied again.
source "$(dirname "$0")/common.bash"
python_packages ofxparse==0.21 ofxtools==1.1.1

expect "20261127003000[5.5:IST] ofxparse 2026-11-26 19:00:00 ofxtools refuses
20261127003000[+5.30:IST] ofxparse 2026-11-26 19:12:00 ofxtools 2026-11-26 19:00:00
20261127000000[-5] ofxparse 2026-11-27 00:00:00 ofxtools 2026-11-27 05:00:00
20261127200000[-5:EST] ofxparse 2026-11-28 01:00:00 ofxtools 2026-11-28 01:00:00" "$(python - <<'P'
import io
import bank_statement
import ofxparse
from ofxtools.Parser import OFXTree

def statement(posted):
    return bank_statement.statement(bank_statement.debit(posted)).encode()

for posted in ("20261127003000[5.5:IST]", "20261127003000[+5.30:IST]", "20261127000000[-5]", "20261127200000[-5:EST]"):
    first = ofxparse.OfxParser.parse(io.BytesIO(statement(posted))).account.statement.transactions[0].date
    try:
        tree = OFXTree()
        tree.parse(io.BytesIO(statement(posted)))
        second = tree.convert().statements[0].transactions[0].dtposted.replace(tzinfo=None)
    except Exception:
        second = "refuses"
    print(posted, "ofxparse", first, "ofxtools", second)
P
)"
