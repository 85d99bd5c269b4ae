#!/usr/bin/env bash
# A Pix code for 12.5 reais says that its amount has four characters and has five, and in another library's codes each reference begins with Identificador.
#
# Guess: PixCanvas reads what pypix writes; the reference in a code is the one that was given; an amount with a comma is that with a point.
# Seen: pixqrcodegen 0.9.1 counts the amount as it was typed and writes it with two decimals: 12.5 is 540412.50, and 1234 is 54041234.00, so that a reader is out
# of step behind it. 12,50 is right. pypix 0.2.0 writes "Identificador" before a reference: P1 is IdentificadorP1, and one of 13 characters is longer than the
# standard has. PixCanvas 0.5.0 refuses each of these codes, the right ones for BR.GOV.BCB.PIX in capitals. The writers say nothing.
# So an amount is handed over with two decimals, and a code is read back by another program, with its reference, before it is shown.
source "$(dirname "$0")/common.bash"
python_packages pixqrcodegen==0.9.1 pypix==0.2.0 PixCanvas==0.5.0
cd "$folder"

expect "pixqrcodegen 12.50: 540512.50, 0502P1, PixCanvas: merchant GUI must be br.gov.bcb.pix
pixqrcodegen 12,50: 540512.50, 0502P1, PixCanvas: merchant GUI must be br.gov.bcb.pix
pixqrcodegen 12.5: 540412.50, 0502P1, PixCanvas: field 05 declares length beyond payload end
pixqrcodegen 1234: 54041234.00, 0502P1, PixCanvas: field id must be numeric at offset 66
pypix P1: 540512.50, 0515IdentificadorP1, PixCanvas: merchant GUI must be br.gov.bcb.pix
pypix A234567890123: 540512.50, 0526IdentificadorA234567890123, PixCanvas: merchant GUI must be br.gov.bcb.pix" "$(python - <<'P'
import contextlib
import io
import re

from pixcanvas import validate_pix
from pixqrcodegen import Payload
from pypix.pix import Pix

def shown(name, code):
    amount = re.search(r"986(54.*)5802BR", code)[1]
    reference = re.search(r"Natal62\d\d(05.*)6304", code)[1]
    print(f"{name}: {amount}, {reference}, PixCanvas: {', '.join(error.message for error in validate_pix(code).errors) or 'right'}")

for amount in ("12.50", "12,50", "12.5", "1234"):
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        Payload("Asha Rao", "12345678900", amount, "Natal", "P1").gerarPayload()
    shown(f"pixqrcodegen {amount}", told.getvalue().strip())
for reference in ("P1", "A234567890123"):
    pix = Pix()
    pix.set_merchant_name("Asha Rao")
    pix.set_merchant_city("Natal")
    pix.set_country_code("BR")
    pix.set_pixkey("12345678900")
    pix.set_txid(reference)
    pix.set_amount(12.5)
    shown(f"pypix {reference}", str(pix))
P
)"
