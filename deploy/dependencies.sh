#!/usr/bin/env bash
# Installs what Hearth builds with and is missing, from Debian's packages. Needs root only when something is missing.
#   deploy/dependencies.sh PACKAGE...   and these, which some verb needs beside them
set -euo pipefail

packages=(libsqlite3-dev libpq-dev postgresql-15 libqrencode-dev libssl-dev openssl zlib1g-dev tzdata ledger hledger beancount protobuf-compiler python3-venv iproute2 chromium "$@")
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done

if ! command -v swift >/dev/null; then
  echo "Swift is not on the PATH. Install Swift 6.3 for Debian 12 (https://www.swift.org/install/linux/) and run this again." >&2
  exit 1
fi

if [ ${#missing[@]} -gt 0 ]; then
  echo "==> Installing from Debian's packages: ${missing[*]}"
  run=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Not root and no sudo. Run as root: apt-get install ${missing[*]}" >&2; exit 1; }
    run=(sudo)
  fi
  # Debian's package would start a server of its own; the tests start theirs.
  if [[ " ${missing[*]} " == *" postgresql-15 "* && ! -e /etc/postgresql-common/createcluster.d ]]; then
    "${run[@]}" mkdir -p /etc/postgresql-common/createcluster.d
    echo 'create_main_cluster = false' | "${run[@]}" tee /etc/postgresql-common/createcluster.d/hearth.conf >/dev/null
  fi
  "${run[@]}" apt-get update -qq
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null || {
    echo "The packages could not be installed. Try by hand: apt-get install ${missing[*]}" >&2
    exit 1
  }
fi
