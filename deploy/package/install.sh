#!/usr/bin/env bash
# Puts the programs in place with their units, pages, completions and the file of options: install.sh
# In the environment: PREFIX (/usr/local), DESTDIR (empty), PROGRAMS, the folder with hearthd and hearth (.build/programs).
set -euo pipefail
cd "$(dirname "$0")/../.."
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}
programs=${PROGRAMS:-.build/programs}
for program in hearthd hearth; do
  [[ -x $programs/$program ]] || { echo "$programs/$program is missing. Build it first: make static" >&2; exit 1; }
done
umask 022

put() { install -D -m "$1" "$2" "$root$3"; }
# What is written to standard input, to a path.
write() {
  install -d "$(dirname "$root$1")"
  cat >"$root$1"
  chmod 644 "$root$1"
}

for program in hearthd hearth; do
  put 755 "$programs/$program" "$prefix/bin/$program"
  "$programs/$program" --generate-completion-script bash | write "$prefix/share/bash-completion/completions/$program"
  "$programs/$program" --generate-completion-script zsh | write "$prefix/share/zsh/site-functions/_$program"
  "$programs/$program" --generate-completion-script fish | write "$prefix/share/fish/vendor_completions.d/$program.fish"
done
deploy/package/manual.py "$programs/hearthd" 8 | gzip -9n | write "$prefix/share/man/man8/hearthd.8.gz"
deploy/package/manual.py "$programs/hearth" 1 | gzip -9n | write "$prefix/share/man/man1/hearth.1.gz"
for unit in hearthd.service hearthd.socket hearthd-backup.service hearthd-backup.timer; do
  sed "s|/usr/bin/hearthd|$prefix/bin/hearthd|" "deploy/$unit" | write "$prefix/lib/systemd/system/$unit"
done
put 644 deploy/package/hearth.sysusers "$prefix/lib/sysusers.d/hearth.conf"
for page in README.md CHANGELOG.md docs/operating.md docs/dashboard.svg docs/clients.md docs/storage.md docs/webhooks.md; do
  put 644 "$page" "$prefix/share/doc/hearth/$(basename "$page")"
done
put 755 deploy/notify/hearth-notify "$prefix/share/doc/hearth/examples/hearth-notify"
for file in alerts.yml dashboard.json; do put 644 "deploy/monitoring/$file" "$prefix/share/doc/hearth/examples/monitoring/$file"; done
# What somebody has written there stays.
[[ -e $root/etc/default/hearthd ]] || put 644 deploy/package/hearthd.default /etc/default/hearthd
if [[ -z $root ]]; then
  echo "Installed. For a server: systemd-sysusers; install -d -m 700 /etc/hearth; hearthd keys create /etc/hearth/key; systemctl enable --now hearthd"
fi
