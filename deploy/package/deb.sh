#!/usr/bin/env bash
# Makes a package for Debian 12: deb.sh FOLDER
# In the environment: PROGRAMS, the folder with hearthd and hearth (.build/programs); VERSION (what hearthd says); COMPRESSION (xz).
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-.build/package}
programs=${PROGRAMS:-.build/programs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/hearth"

PREFIX=/usr DESTDIR="$tree" PROGRAMS="$programs" deploy/package/install.sh
install -d "$tree/usr/share/zsh/vendor-completions" "$tree/DEBIAN"
mv "$tree"/usr/share/zsh/site-functions/* "$tree/usr/share/zsh/vendor-completions/"
rmdir "$tree/usr/share/zsh/site-functions"
for script in postinst prerm postrm; do install -m 755 "deploy/package/debian/$script" "$tree/DEBIAN/$script"; done
echo /etc/default/hearthd >"$tree/DEBIAN/conffiles"

# The packages of the libraries that the programs load, with the versions whose symbols they use.
mkdir -p "$work/shlibs/debian"
printf 'Source: hearth\n\nPackage: hearth\nArchitecture: any\n' >"$work/shlibs/debian/control"
libraries=$(cd "$work/shlibs" && dpkg-shlibdeps -O --ignore-missing-info "$tree/usr/bin/hearthd" "$tree/usr/bin/hearth" 2>"$work/shlibs/log" |
  sed -n 's/^shlibs:Depends=//p') || { cat "$work/shlibs/log" >&2; exit 1; }
version=${VERSION:-$("$programs/hearthd" --version)}
cat >"$tree/DEBIAN/control" <<CONTROL
Package: hearth
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: Hearth <hearth@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f1)
Depends: $libraries, tzdata, init-system-helpers, systemd | systemd-standalone-sysusers | systemd-sysusers
Recommends: ca-certificates
Section: net
Priority: optional
Description: real-time server for money that people share, and its console client
 hearthd serves groups that share money: families, couples, flatmates. A command
 is checked, made durable, and seen by everyone entitled to see it within
 milliseconds. hearth joins a group by an invite, shows the live room in the
 terminal, and works offline.
CONTROL
(cd "$tree" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
mkdir -p "$out"
dpkg-deb ${COMPRESSION:+"-Z$COMPRESSION"} --root-owner-group --build "$tree" "$out/hearth_${version}_$(dpkg --print-architecture).deb"
