#!/usr/bin/env bash
# A writer of UPI codes puts names and notes into the link as they are: the payee "Asha & Ravi" is Asha, and a note ends
# at its first #.
#
# Guess: a library that makes a link escapes what stands in it, and an amount of rupees has two decimals.
# Seen: spl-qr 1.0.2 escapes nothing: a reader of the code finds the name cut at "&" and a further field Ravi, the note
# cut at "#" or "&", and a plus in it as a blank. Amounts are written as Python shows them: 12.5, 100, and
# 0.30000000000000004 for 0.1 + 0.2. famapp-qr 0.1.0 escapes name and note and writes two decimals.
# So a code is read back and compared before it is shown, and a link that was read is judged by its own fields.
source "$(dirname "$0")/common.bash"
python_packages spl-qr==1.0.2 famapp-qr==0.1.0 qrcode==8.2 pillow==11.3.0 zxing-cpp==2.3.0

expect "spl-qr: pn=Asha  Ravi= am=12.5 tn=Rent 
famapp-qr: pn=Asha & Ravi am=12.50 tn=Rent #2
spl-qr: pn=Asha  Ravi= am=100 tn=1 1 milk  bread=
famapp-qr: pn=Asha & Ravi am=100.00 tn=1+1 milk & bread
spl-qr: pn=Asha  Ravi= am=0.30000000000000004 tn=Tea
famapp-qr: pn=Asha & Ravi am=0.30 tn=Tea" "$(cd "$folder" && python - <<'P'
import base64
import io
from urllib.parse import parse_qsl, urlsplit
import zxingcpp
from PIL import Image
from famapp_qr import generate_famapp_qr
from spl_qr import SPLQR

def show(name, picture):
    text = zxingcpp.read_barcodes(Image.open(picture).convert("L"))[0].text
    print(name, *(f"{key.strip()}={value}" for key, value in parse_qsl(urlsplit(text).query, keep_blank_values=True) if key not in ("pa", "cu")))

for amount, note in ((12.5, "Rent #2"), (100, "1+1 milk & bread"), (0.1 + 0.2, "Tea")):
    show("spl-qr:", SPLQR("Asha & Ravi", "asha@example").generate(amount, note, "code.png"))
    made = generate_famapp_qr("asha@example", amount, "Asha & Ravi", note)["qr_image"]
    show("famapp-qr:", io.BytesIO(base64.b64decode(made.split(",")[1])))
P
)"
