#!/usr/bin/env bash
# Runs the nginx, haproxy and Apache of Debian before hearthd, each with its block of docs/operating.md as it stands there, and without TLS too.
# Every case has a network and a view of /etc of its own, so the blocks' ports, files and names are those of the page, and nothing of this machine
# is touched. All cases run at once; they take as long as the silence that they wait for.
#   LoadTests/proxies.sh            LoadTests/proxies.sh nginx-tls      one case
#   SILENCE=80 (seconds; longer than the 75 of the blocks)   SHORT=1: 8 seconds of silence, in which nothing is pinged
set -euo pipefail
cd "$(dirname "$0")/.."
[[ $EUID -eq 0 ]] || { echo "Networks and mounts of their own need root: sudo make proxies-check" >&2; exit 2; }
programs="$PWD/${PROGRAMS:-.build/debug}"
for program in hearthd hearth; do
  [[ -x $programs/$program ]] || { echo "$program is not built. Run make build first." >&2; exit 2; }
done
source findings/common.bash
apt-cache show nginx >/dev/null 2>&1 || apt-get update -qq
debian_packages nginx nginx-common haproxy apache2-bin liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 libaprutil1 libnghttp2-14 libbrotli1 \
  libjansson4 2>"$folder/unsandboxed" || { cat "$folder/unsandboxed" >&2; exit 2; }
unset LD_LIBRARY_PATH
silence=${SILENCE:-$([[ -n ${SHORT:-} ]] && echo 8 || echo 80)}

cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(nginx-tls nginx-plain haproxy-tls haproxy-plain apache-tls apache-plain nginx-control)
declare -A running
for case in "${cases[@]}"; do
  mkdir "$folder/$case"
  unshare --mount --net python3 LoadTests/proxies.py "$case" "$folder/$case" "$folder/debian" "$programs" "$silence" >"$folder/$case.log" 2>&1 &
  running[$case]=$!
  children+=($!)
done
failed=0
for case in "${cases[@]}"; do
  if wait "${running[$case]}"; then
    echo "$case: $(tail -n 1 "$folder/$case.log")"
  else
    failed=1
    echo "$case failed:" >&2
    cat "$folder/$case.log" >&2
  fi
done
exit $failed
