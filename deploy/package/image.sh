#!/usr/bin/env bash
# Makes a container image as an OCI layout, without a daemon and without root's help: image.sh FOLDER
# In the environment: PROGRAMS, the folder with hearthd and hearth (.build/programs); TAG (what hearthd says).
# It has Debian's libraries that the programs load, certificates and time zones, and no shell.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-.build/image}
programs=${PROGRAMS:-.build/programs}
for tool in mmdebstrap umoci skopeo; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install mmdebstrap umoci skopeo" >&2; exit 1; }
done
[[ -x $programs/hearthd ]] || { echo "$programs/hearthd is missing. Build it first: make static" >&2; exit 1; }
tag=${TAG:-$("$programs/hearthd" --version)}
# The user of the image: a number, so that a host can ask that it is not root.
USER_ID=10001
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mmdebstrap --quiet --variant=extract --include=libc6,libstdc++6,libgcc-s1,libssl3,zlib1g,libsqlite3-0,libqrencode4,libpq5,tzdata,ca-certificates \
  bookworm "$work/system" $(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2>/dev/null)
umoci init --layout "$out.new"
umoci new --image "$out.new:$tag"
umoci unpack --rootless --image "$out.new:$tag" "$work/bundle"
root="$work/bundle/rootfs"
cp -a "$work/system/." "$root/"
# What only installing needs, and what nothing in the image reads.
rm -rf "$root"/{var/lib/dpkg,var/lib/apt,var/cache,usr/share/{doc,man,info,locale,lintian,bug},etc/apt,usr/sbin,bin,sbin}
# The package would write the bundle of authorities when it is configured.
install -d "$root/etc/ssl/certs"
find "$root/usr/share/ca-certificates" -name '*.crt' | sort | xargs cat >"$root/etc/ssl/certs/ca-certificates.crt"
install -D -m 755 "$programs/hearthd" "$root/usr/bin/hearthd"
install -D -m 755 "$programs/hearth" "$root/usr/bin/hearth"
echo "hearth:x:$USER_ID:$USER_ID:Hearth:/var/lib/hearth:/sbin/nologin" >"$root/etc/passwd"
echo "hearth:x:$USER_ID:" >"$root/etc/group"
install -d -m 1777 "$root/tmp"
install -d -m 700 "$root/var/lib/hearth"
[[ $EUID -ne 0 ]] || chown "$USER_ID:$USER_ID" "$root/var/lib/hearth"
umoci repack --image "$out.new:$tag" "$work/bundle"
umoci config --image "$out.new:$tag" --config.user "$USER_ID:$USER_ID" --config.workingdir /var/lib/hearth \
  --config.entrypoint /usr/bin/hearthd \
  --config.exposedports 7433/tcp --config.exposedports 7434/tcp --config.volume /var/lib/hearth --config.stopsignal SIGTERM \
  --config.label org.opencontainers.image.title=hearth --config.label "org.opencontainers.image.version=$tag"
# By itself: an entrypoint takes the command away.
umoci config --image "$out.new:$tag" --config.cmd serve --config.cmd=--listen --config.cmd 0.0.0.0:7433 \
  --config.cmd=--admin-listen --config.cmd 0.0.0.0:7434 --config.cmd=--data --config.cmd /var/lib/hearth
umoci gc --layout "$out.new"
rm -rf "$out"
mv "$out.new" "$out"
skopeo inspect "oci:$out:$tag" >"$work/inspected" || { echo "skopeo cannot read the image." >&2; exit 1; }
echo "oci:$out:$tag, $(du -sm "$out" | cut -f1) MB"
