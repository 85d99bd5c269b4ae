#!/usr/bin/env bash
# S10: asks Debian whether a security update of what the programs are linked with is outstanding, and the Swift packages' repositories whether
# newer versions are there; part of every release. It needs the network. SHOW=1 only says what is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
# What is loaded by name while the programs run, or may not be built yet.
PACKAGES=(libssl3 zlib1g libsqlite3-0 libqrencode4 libpq5 tzdata ca-certificates)

# The Debian packages of all libraries that the built programs are linked with.
linked() {
  local program library
  for program in .build/release/hearthd .build/release/hearth; do
    [[ -x $program ]] || continue
    ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// {print $3}'
  done | sort -u | while read -r library; do
    # With /usr merged, Debian's list has a file under one of its two names. Swift's own libraries are in no package of Debian's.
    { dpkg-query -S "$library" || dpkg-query -S "$(readlink -f "$library")" || dpkg-query -S "${library#/usr}" || dpkg-query -S "/usr$library"; } \
      2>/dev/null | head -n 1 | cut -d: -f1 || true
  done
}
[[ -x .build/release/hearthd ]] || echo "hearthd is not built for release: only the libraries that this script names are looked at." >&2
mapfile -t PACKAGES < <({ printf '%s\n' "${PACKAGES[@]}"; linked; } | sort -u)

sudo=()
[[ $EUID -eq 0 ]] || sudo=(sudo)
[[ -n "${SHOW:-}" ]] || "${sudo[@]}" apt-get update -qq || { echo "Debian's lists cannot be fetched. Is there a network?" >&2; exit 2; }
outstanding=0
for package in "${PACKAGES[@]}"; do
  policy="$(apt-cache policy "$package")"
  installed="$(awk '/Installed:/ {print $2}' <<<"$policy")"
  candidate="$(awk '/Candidate:/ {print $2}' <<<"$policy")"
  if [[ -z "$installed" || "$installed" == "(none)" ]]; then
    # Nothing of it is linked on this machine.
    [[ $package == tzdata || $package == ca-certificates ]] && continue
    echo "$package is not installed. Run make dependencies first." >&2
    exit 2
  fi
  if dpkg --compare-versions "$candidate" gt "$installed"; then
    echo "$package $installed: $candidate is there and not installed"
    outstanding=1
  else
    echo "$package $installed: nothing newer"
  fi
done
((outstanding == 0)) || echo "Install them (apt-get upgrade), and start the server again." >&2

# The Swift packages, which are linked into the programs themselves.
if [[ -n "${SHOW:-}" ]]; then
  awk -F'"' '/"identity"/ {name = $4} /"version"/ && name {print name " " $4; name = ""}' Package.resolved
elif newer="$(swift package update --dry-run 2>&1)"; then
  if grep -qE '^(0 dependencies|No dependencies)|^0 ' <<<"$newer" || ! grep -q '[^[:space:]]' <<<"$newer"; then
    echo "Swift packages: nothing newer"
  else
    printf '%s\n' "$newer"
    if grep -qE '^[~+-] ' <<<"$newer"; then
      echo "Newer Swift packages are there: run swift package update, and the tests." >&2
      outstanding=1
    fi
  fi
else
  echo "The Swift packages' repositories cannot be asked. Is there a network?" >&2
  printf '%s\n' "$newer" | tail -n 3 >&2
  exit 2
fi
((outstanding == 0)) || exit 1
