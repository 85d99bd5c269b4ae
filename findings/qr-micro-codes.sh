#!/usr/bin/env bash
# A library for QR codes writes short texts, such as a code for another device, as Micro QR codes, which zbar does not see.
#
# Guess: segno.make("K7QM-3FXP-9RTW-2HVC") is a QR code as any other, the smallest that holds 19 characters.
# Seen: segno 1.6.6 writes a Micro QR code (M4) wherever the text fits into one: up to 21 capital letters, digits and hyphens. zbar 0.23.92, which
# desktops and scanners read with, finds no code in the picture; zxing-cpp 3.1.1 reads it. From 22 characters on both read it, so a link works and the
# bare code does not. segno.make(micro=False) and make_qr, and qrcode 8.2, write QR codes alone.
# So a code is written as a link, or by a call that says what kind it is, and a test reads it with another program than the writer's.
source "$(dirname "$0")/common.bash"
python_packages segno==1.6.6 qrcode==8.2 pyzbar==0.1.9 pillow==13.0.0 zxing-cpp==3.1.1
debian_packages libzbar0=0.23.92-7+deb12u1 libv4l-0 libjpeg62-turbo libdbus-1-3 libx11-6 libv4lconvert0 2>"$folder/unsandboxed"

cat >"$folder/read.py" <<'P'
import ctypes.util
import io
import sys

find = ctypes.util.find_library
ctypes.util.find_library = lambda name: sys.argv[1] if name == "zbar" else find(name)

import qrcode
import segno
import zxingcpp
from PIL import Image
from pyzbar.pyzbar import decode

def by_segno(text, **options):
    code = segno.make(text, **options)
    picture = io.BytesIO()
    code.save(picture, kind="png", scale=8)
    return code.designator, Image.open(picture).convert("L")

def by_qrcode(text):
    code = qrcode.QRCode(box_size=8)
    code.add_data(text)
    code.make()
    return f"version {code.version}", code.make_image().convert("L")

def show(name, text, designator, picture):
    zbar = [found.data.decode() for found in decode(picture)]
    zxing = [found.text for found in zxingcpp.read_barcodes(picture)]
    print(f"{name}, {len(text)} characters: {designator}, zbar", "reads it," if zbar == [text] else "finds none,",
          "zxing-cpp reads it" if zxing == [text] else "zxing-cpp finds none")

for text in ("K7QM-3FXP-9RTW-2HVC", "K7QM-3FXP", "12500", "K7QM-3FXP-9RTW-2HVC-6D", "HTTPS://HEARTH.EXAMPLE/JOIN"):
    show("segno.make", text, *by_segno(text))
show("segno.make(micro=False)", "K7QM-3FXP-9RTW-2HVC", *by_segno("K7QM-3FXP-9RTW-2HVC", micro=False))
show("qrcode", "K7QM-3FXP-9RTW-2HVC", *by_qrcode("K7QM-3FXP-9RTW-2HVC"))
P
expect "segno.make, 19 characters: M4-L, zbar finds none, zxing-cpp reads it
segno.make, 9 characters: M3-M, zbar finds none, zxing-cpp reads it
segno.make, 5 characters: M1, zbar finds none, zxing-cpp reads it
segno.make, 22 characters: 1-L, zbar reads it, zxing-cpp reads it
segno.make, 27 characters: 2-Q, zbar reads it, zxing-cpp reads it
segno.make(micro=False), 19 characters: 1-M, zbar reads it, zxing-cpp reads it
qrcode, 19 characters: version 1, zbar reads it, zxing-cpp reads it" "$(python "$folder/read.py" "$folder/debian/usr/lib/x86_64-linux-gnu/libzbar.so.0")"
