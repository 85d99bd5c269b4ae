#!/usr/bin/env bash
# Judges the units of deploy/ by systemd's own rules, off line: they are well formed, and exposed to 2.0 at most (systemd-analyze security).
set -euo pipefail
cd "$(dirname "$0")/../.."
# Limit: ten times the exposure, as the option wants it.
EXPOSURE_MAX=20
command -v systemd-analyze >/dev/null || { echo "systemd-analyze is missing: apt-get install systemd" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for unit in hearthd.service hearthd-backup.service; do
  systemd-analyze security --offline=true --threshold="$EXPOSURE_MAX" "deploy/$unit" >"$work/judged" 2>&1 || {
    grep -E '✗|Overall' "$work/judged" >&2
    echo "$unit is exposed to more than 2.0." >&2
    exit 1
  }
  tail -n 1 "$work/judged" | sed 's/^→ //; s/ [^ ]*$//'
done
# The control: without its safeguards the judge must not be content.
grep -vE '^(Protect|Private|Restrict|SystemCall|CapabilityBoundingSet)' deploy/hearthd.service >"$work/hearthd.service"
if systemd-analyze security --offline=true --threshold="$EXPOSURE_MAX" "$work/hearthd.service" >/dev/null 2>&1; then
  echo "systemd-analyze is content with a unit without safeguards, so its word says nothing." >&2
  exit 1
fi
# With the programs in place, nothing is unknown or missing: what verify does not find here is left out of its view.
mkdir "$work/units"
for unit in deploy/*.service deploy/*.socket deploy/*.timer; do
  sed 's|/usr/bin/hearthd|/bin/true|; /^Documentation=/d' "$unit" >"$work/units/$(basename "$unit")"
done
said="$(SYSTEMD_UNIT_PATH="$work/units:" systemd-analyze verify "$work"/units/* 2>&1 | grep -F "$work/units" || true)"
[[ -z $said ]] || { echo "$said" >&2; exit 1; }
echo "All units are well formed."
# No systemd runs here that would enforce them, so what hearthd does is held against them call by call.
if [[ $EUID -ne 0 ]] || ! strace -qq -o "$work/strace" true 2>"$work/refused"; then
  echo "Left out: what hearthd does under its unit. It needs root and a system that lets strace look on." >&2
else
  deploy/package/units-calls.py "${PROGRAMS:-.build/debug}"
fi
