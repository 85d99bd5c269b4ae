#!/usr/bin/env bash
# S10: asks Debian whether a security update of what the programs are linked with is outstanding; part of every release.
# It needs the network. SHOW=1 only says what is installed.
set -euo pipefail
PACKAGES=(libssl3 zlib1g libsqlite3-0 libqrencode4 tzdata)

sudo=()
[[ $EUID -eq 0 ]] || sudo=(sudo)
[[ -n "${SHOW:-}" ]] || "${sudo[@]}" apt-get update -qq || { echo "Debian's lists cannot be fetched. Is there a network?" >&2; exit 2; }
outstanding=0
for package in "${PACKAGES[@]}"; do
  policy="$(apt-cache policy "$package")"
  installed="$(awk '/Installed:/ {print $2}' <<<"$policy")"
  candidate="$(awk '/Candidate:/ {print $2}' <<<"$policy")"
  [[ -n "$installed" && "$installed" != "(none)" ]] || { echo "$package is not installed. Run make dependencies first." >&2; exit 2; }
  if dpkg --compare-versions "$candidate" gt "$installed"; then
    echo "$package $installed: $candidate is there and not installed"
    outstanding=1
  else
    echo "$package $installed: nothing newer"
  fi
done
((outstanding == 0)) || { echo "Install them (apt-get upgrade), and start the server again." >&2; exit 1; }
