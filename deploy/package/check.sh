#!/usr/bin/env bash
# Installs, upgrades and removes the package in a bare Debian 12, and runs the image: check.sh
# SHORT=1 takes the debug build, and lends the chroot the Swift runtime that it needs; it is quick, and says nothing about size or what is linked.
# PREVIOUS names the .deb to upgrade from; without it the same programs are packed under a lower version.
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ $EUID -eq 0 ]] || { echo "A chroot needs root: sudo make package-check" >&2; exit 2; }
missing=()
for tool in mmdebstrap umoci skopeo man:man-db dpkg-shlibdeps:dpkg-dev; do
  command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
done
if [[ ${#missing[@]} -gt 0 ]]; then
  echo "==> Installing from Debian's packages: ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
    echo "Try by hand: apt-get install ${missing[*]}" >&2
    exit 2
  }
fi
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
lent=()
if [[ -n ${SHORT:-} ]]; then
  export PROGRAMS=${PROGRAMS:-.build/debug} COMPRESSION=none
  lent=(--lend "$(dirname "$(ldd "$PROGRAMS/hearthd" | awk '/libswiftCore/ {print $3}')")")
else
  export PROGRAMS=${PROGRAMS:-.build/programs}
fi
[[ -x $PROGRAMS/hearthd ]] || { echo "$PROGRAMS/hearthd is missing. Build it first: make static" >&2; exit 2; }

echo "==> Packing"
deploy/package/deb.sh "$work/new" >/dev/null
new=$(echo "$work"/new/*.deb)
previous=${PREVIOUS:-}
if [[ -z $previous ]]; then
  dpkg-deb -R "$new" "$work/previous"
  sed -i 's/^Version: .*/Version: 0.0.1/' "$work/previous/DEBIAN/control"
  previous="$work/previous.deb"
  dpkg-deb -Znone --root-owner-group --build "$work/previous" "$previous" >/dev/null
fi
deploy/package/image.sh "$work/image"
# The pages of the manual are well formed, and say every option of hearthd serve.
dpkg-deb -x "$new" "$work/tree"
for page in "$work"/tree/usr/share/man/man*/*.gz; do
  LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>"$work/warned" >"$work/page" || true
  [[ ! -s $work/warned ]] || { cat "$work/warned" >&2; echo "$(basename "$page") is not well formed." >&2; exit 1; }
done
LC_ALL=C.UTF-8 MANWIDTH=400 man -l "$work/tree/usr/share/man/man8/hearthd.8.gz" 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' >"$work/page"
for option in $("$PROGRAMS/hearthd" serve --help | grep -v 'Only in debug builds' | grep -oE '^  --[a-z-]+' | grep -vE 'version|help|fault'); do
  grep -qF -- "$option" "$work/page" || { echo "hearthd.8 does not say $option." >&2; exit 1; }
done
echo "ok   the manual is well formed, and has every option"

echo "==> Making a bare Debian 12 with what the package depends on"
depends=$(dpkg-deb -f "$new" Depends | sed -E 's/\([^)]*\)//g; s/systemd \|[^,]*/systemd-standalone-sysusers/; s/ //g')
mmdebstrap --quiet --variant=minbase --include="$depends" bookworm "$work/debian" \
  $(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2>/dev/null)

# A network, processes and mounts of its own: nothing of it touches this machine, and all of it is gone at the end.
unshare --mount --net --pid --fork --mount-proc python3 deploy/package/check.py "$work/debian" "$previous" "$new" "$work/image" "${lent[@]}"
