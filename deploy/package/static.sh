#!/usr/bin/env bash
# Builds hearthd and hearth for release with the Swift runtime inside, stripped: static.sh FOLDER
# They then need nothing but Debian's C library, OpenSSL, zlib, SQLite, libpq and libqrencode, whose security updates come from Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-.build/programs}
scratch=.build/static
# Limit: bytes of a program. 25 MB are wanted; the whole of Foundation, which the store's library needs, is in the way (11 MB of it and ICU).
BYTES_MAX=$((42 * 1000 * 1000))

runtime="$(dirname "$(readlink -f "$(command -v swift)")")/../lib/swift_static/linux"
archive="$runtime/lib_FoundationICU.a"
[[ -e $archive ]] || { echo "$archive is missing: the Swift toolchain brings no static runtime." >&2; exit 1; }
mkdir -p "$scratch" "$out"
deploy/package/icu-data.py "$archive" "$scratch/icu-data.S" "$PWD/$scratch/icu-data.dat"
clang -c "$scratch/icu-data.S" -o "$scratch/icu-data.o"
for program in hearthd hearth; do
  # Our data of ICU comes before the archive that has it whole; what -Xlinker names comes behind all archives.
  CCC_OVERRIDE_OPTIONS="#^$PWD/$scratch/icu-data.o" swift build -c release --static-swift-stdlib --scratch-path "$scratch" --product "$program" \
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
    -Xlinker -s -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker --icf=safe \
    -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -T -Xlinker "$PWD/deploy/package/no-unwinding.ld"
  install -m 755 "$scratch/release/$program" "$out/$program"
  bytes=$(stat -c %s "$out/$program")
  echo "$program: $bytes bytes"
  ((bytes <= BYTES_MAX)) || { echo "$program is larger than $BYTES_MAX bytes." >&2; exit 1; }
  # Whatever is loaded by name must come from Debian.
  if ldd "$out/$program" | grep -E 'swift|Foundation|dispatch|not found' >&2; then
    echo "$program needs a library that a bare Debian has not." >&2
    exit 1
  fi
  # Without its tables a C++ exception cannot be caught.
  if nm -D --undefined-only "$out/$program" | grep -qE '__cxa_(throw|rethrow)'; then
    echo "$program throws C++ exceptions, and is linked without the tables that catch them: see no-unwinding.ld." >&2
    exit 1
  fi
done
