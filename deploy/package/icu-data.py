#!/usr/bin/env python3
"""Writes the part of Foundation's locale data that the programs keep: icu-data.py ARCHIVE OUT.S OUT.dat

Foundation brings 34 MB of data of the Unicode consortium (ICU), of which the programs use next to nothing: they
write dates, amounts and both languages by themselves. Kept is what is not a language's, and root, English and Hindi; a
language that is not there falls back to root. ARCHIVE is lib_FoundationICU.a; OUT.S is assembled and linked, and its
symbol stands in for the archive's member.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

MEMBER = "icu_packaged_data.cpp.o"
# What a locale's file is called: a language, perhaps with script, region and variant.
LOCALE = re.compile(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?(_[A-Z]+)?\.res")
KEPT = re.compile(r"(root|en|en_001|en_US|en_US_POSIX|en_IN|en_GB|hi|hi_IN)\.res")
# Converters of character sets, names of characters, profiles of strings; and of the folders all but currencies: sorting by
# language, breaking of lines, names of languages, regions, units and zones, spelled numbers, transliteration.
DROPPED = re.compile(r".*\.(cnv|spp|cfu)|unames\.icu|(brkitr|coll|lang|rbnf|region|translit|unit|zone)/.*")


def is_kept(name: str) -> bool:
    if DROPPED.fullmatch(name):
        return False
    base = name.rsplit("/", 1)[-1]
    return not LOCALE.fullmatch(base) or bool(KEPT.fullmatch(base))


def package(archive: str):
    """The symbol of the data, and its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ar", "x", archive, MEMBER], cwd=folder, check=True)
        path = f"{folder}/{MEMBER}"
        symbols = subprocess.run(["readelf", "-sW", path], check=True, capture_output=True, text=True).stdout
        symbol = re.search(r"\bicudt[0-9]+_dat\b", symbols)
        if not symbol:
            sys.exit(f"{archive} has no icudt…_dat in {MEMBER}. Look what Foundation's data is called in this version of Swift.")
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", path, f"{folder}/data"], check=True)
        return symbol[0], pathlib.Path(f"{folder}/data").read_bytes()


def items(data: bytes):
    """The header, and each item with its name: ICU's common data, a table of contents that is sorted by name."""
    header = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit("This is no package of ICU's data.")
    (count,) = struct.unpack_from("<I", data, header)
    places = [struct.unpack_from("<II", data, header + 4 + 8 * number) for number in range(count)]
    ends = [place for _, place in places[1:]] + [len(data) - header]
    for (name, begin), end in zip(places, ends):
        start = header + name
        yield data[start : data.index(b"\0", start)].decode(), data[header + begin : header + end]


def packed(header: bytes, kept: list[tuple[str, bytes]]) -> bytes:
    names, offsets, place = b"", [], 4 + 8 * len(kept)
    for name, _ in kept:
        offsets.append(place + len(names))
        names += name.encode() + b"\0"
    body, table = b"", b""
    place = -(-(place + len(names)) // 16) * 16
    start = place
    for offset, (_, content) in zip(offsets, kept):
        table += struct.pack("<II", offset, place)
        body += content + bytes(-len(content) % 16)
        place = start + len(body)
    front = struct.pack("<I", len(kept)) + table + names
    return header + front.ljust(start, b"\0") + body


def main() -> None:
    archive, source, target = sys.argv[1:]
    symbol, data = package(archive)
    prefix = re.compile(r"^icudt[0-9]+l/")
    kept = [(name, content) for name, content in items(data) if is_kept(prefix.sub("", name))]
    result = packed(data[: struct.unpack_from("<H", data)[0]], kept)
    if [name for name, _ in items(result)] != [name for name, _ in kept]:
        sys.exit("The data that was written does not read back.")
    pathlib.Path(target).write_bytes(result)
    pathlib.Path(source).write_text(
        f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n.incbin "{target}"\n'
        f".size {symbol}, .-{symbol}\n.section .note.GNU-stack,\"\",%progbits\n"
    )
    print(f"{len(kept)} items, {len(result):,} of {len(data):,} bytes")


main()
