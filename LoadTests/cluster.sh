#!/usr/bin/env bash
# Several hearthd over one replicated PostgreSQL, all on loopback: etcd, Patroni with one primary and two synchronous standbys, three hearthd, and members
# who judge what they are told after each round of trouble: nothing acknowledged is lost, nothing is there twice, all have the same order.
#   LoadTests/cluster.sh                    each round once
#   ROUNDS=4 LoadTests/cluster.sh           a node killed, a node stopped, the primary killed, both standbys stopped
#   ONLY="kill-node drain-node" ROUNDS=10   some of them; SEED=2 in another order; NODES=2; LINKS=0 without links between the nodes
#   BEFORE=FOLDER  the nodes begin with the hearthd of an older build, and upgrade-nodes replaces it; give LINKS=0 where links of both are not of one version
#   CLUSTERS=3     as many clusters side by side, which have the rounds between them; their logs are .build/cluster.N.log
#   PAUSE=0.4      seconds between two commands of a member, on average (0.15); more clusters have space beside one another then
#   LATE=told      a round that is too late is told and is no failure, as on a machine that does other work
#   KEEP=1 keeps the logs, TRACE=1 tells each group's pause, NO_FAULT=1 leaves out the real faults
#   LoadTests/cluster.sh control            only feeds the judge histories with a fault in each
# Patroni comes from PyPI, once, into a virtual environment below .build; etcd from Debian, unpacked there, so that none starts on this machine. Without
# them nothing is tried, and with HEARTH_SKIP_NOTHING=1 that fails. As root, Patroni and PostgreSQL run as the user postgres.
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ "${1:-}" == control ]]; then exec python3 LoadTests/cluster/judge.py --control; fi
source deploy/python-packages.bash

programs="$PWD/${PROGRAMS:-.build/debug}"
[[ "${PROGRAMS:-}" != /* ]] || programs="$PROGRAMS"
tools="$PWD/${CLUSTER_TOOLS:-.build/cluster}"
[[ "${CLUSTER_TOOLS:-}" != /* ]] || tools="$CLUSTER_TOOLS"
[[ -x "$programs/hearthd" ]] || { echo "hearthd is not built. Run: make build" >&2; exit 2; }
[[ -x /usr/lib/postgresql/15/bin/postgres ]] || { echo "PostgreSQL 15 is missing. Run: deploy/dependencies.sh" >&2; exit 2; }
# Debian's Python, which the user postgres may read, too.
PYTHON=/usr/bin/python3 python_packages LoadTests/cluster/packages.txt "$tools" "the cluster was not tried"
if [[ ! -x "$tools/debian/usr/bin/etcd" ]]; then
  echo "==> Unpacking etcd from Debian's packages into $tools (once)"
  mkdir -p "$tools/packages" "$tools/debian"
  apt-cache show etcd-server >/dev/null 2>&1 || apt-get update -qq
  (cd "$tools/packages" && apt-get -qq -o APT::Sandbox::User=root download 'etcd-server=3.4.23*') >"$tools/etcd.log" 2>&1 \
    || left_out "the cluster was not tried" "etcd could not be loaded; $tools/etcd.log says why. It needs Debian's packages."
  dpkg-deb -x "$tools"/packages/etcd-server_*.deb "$tools/debian"
fi
if [[ ! -e "$tools/debian/usr/lib/$(uname -m)-linux-gnu/faketime/libfaketime.so.1" ]]; then
  # Without it no clock jumps, which fails where nothing may be left out.
  (cd "$tools/packages" && apt-get -qq -o APT::Sandbox::User=root download 'libfaketime=0.9.10*') >>"$tools/etcd.log" 2>&1 \
    && dpkg-deb -x "$tools"/packages/libfaketime_*.deb "$tools/debian" || {
    echo "libfaketime could not be loaded; $tools/etcd.log says why. It needs Debian's packages. No clock jumps." >&2
    [[ -z "${HEARTH_SKIP_NOTHING:-}" ]] || exit 2
  }
fi
if [[ $EUID -eq 0 ]] && ! setpriv --reuid=postgres --regid=postgres --init-groups -- test -x "$tools/python/bin/python"; then
  echo "The user postgres may not read $tools, and PostgreSQL runs as no other as root. Run this as another user, or set CLUSTER_TOOLS to a folder that it may read." >&2
  exit 2
fi

# A round is mostly waiting: for a lease to end, for Patroni to choose. Each cluster has its own order of rounds; where each round is wanted once they
# share them, and the first tries the faults.
side_by_side() {
  local count=$1 running=() status=0 number
  mkdir -p .build
  trap 'kill -TERM "${running[@]}" 2>/dev/null; wait; exit 143' INT TERM
  for ((number = 1; number <= count; number++)); do
    if [[ -n "${ROUNDS:-}" ]]; then
      CLUSTERS=1 SEED=$((${SEED:-1} + number - 1)) ROUNDS=$(((ROUNDS + number - 1) / count)) LoadTests/cluster.sh >".build/cluster.$number.log" 2>&1 &
    else
      ((number == 1)) || NO_FAULT=1
      CLUSTERS=1 SEED=$((${SEED:-1} + number - 1)) SHARE="$number/$count" NO_FAULT="${NO_FAULT:-}" LoadTests/cluster.sh >".build/cluster.$number.log" 2>&1 &
    fi
    running+=($!)
  done
  for number in "${running[@]}"; do wait "$number" || status=1; done
  for ((number = 1; number <= count; number++)); do
    echo "==> Cluster $number of $count"
    # The last line of each would pass for the sum.
    sed 's/^cluster: /this cluster: /' ".build/cluster.$number.log"
  done
  python3 LoadTests/cluster/sum.py .build/cluster.[1-"$count"].log || status=1
  return "$status"
}

if [[ "${CLUSTERS:-1}" != 1 ]]; then
  [[ "$CLUSTERS" =~ ^[2-9]$ ]] || { echo "CLUSTERS=$CLUSTERS is no count of clusters. Give 1 to 9." >&2; exit 2; }
  [[ -z "${ROUNDS:-}" ]] || [[ "$ROUNDS" =~ ^[1-9][0-9]*$ ]] && ((${ROUNDS:-$CLUSTERS} >= CLUSTERS)) || { echo "ROUNDS=$ROUNDS is no count of one for each cluster at least: ROUNDS=1000 CLUSTERS=3" >&2; exit 2; }
  side_by_side "$CLUSTERS"
  exit
fi

WORK="$(mktemp -d)"
child=""
finish() {
  local status=$?
  trap - EXIT INT TERM
  if [[ -n "$child" ]] && kill -0 "$child" 2>/dev/null; then
    kill -TERM "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  # What a run that was killed left: each PostgreSQL whose folder is ours.
  local file pid
  for file in "$WORK"/databases/*/data/postmaster.pid; do
    [[ -r "$file" ]] || continue
    pid="$(head -n 1 "$file")"
    if [[ "$(readlink "/proc/$pid/cwd")" == "$(dirname "$file")" ]]; then kill -QUIT "$pid" 2>/dev/null || true; fi
  done
  if [[ -n "${KEEP:-}" ]]; then echo "The logs are in $WORK"; else rm -rf "$WORK"; fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
chmod 711 "$WORK"

words=(--seed "${SEED:-1}" --nodes "${NODES:-3}")
[[ -z "${ROUNDS:-}" ]] || words+=(--rounds "$ROUNDS")
if [[ -n "${ONLY:-}" ]]; then
  read -ra names <<<"$ONLY"
  words+=(--only "${names[@]}")
  [[ -n "${ROUNDS:-}${SHARE:-}" ]] || words+=(--rounds "${#names[@]}")
fi
[[ -z "${SHARE:-}" ]] || words+=(--share "$SHARE")
[[ -z "${PAUSE:-}" ]] || words+=(--pause "$PAUSE")
[[ "${LATE:-}" != told ]] || words+=(--late-is-told)
[[ -z "${TRACE:-}" ]] || words+=(--trace)
[[ -z "${NO_FAULT:-}" ]] || words+=(--no-fault)
[[ -z "${BEFORE:-}" ]] || words+=(--before "$(cd "$BEFORE" && pwd)")
if [[ "${LINKS:-1}" != 0 ]]; then
  words+=(--links)
  # An authority of the nodes' own.
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=nodes -keyout "$WORK/nodes-ca.key" -out "$WORK/nodes-ca.pem" 2>"$WORK/openssl"
fi
"$tools/python/bin/python" LoadTests/cluster/cluster.py "$WORK" --programs "$programs" --tools "$tools" "${words[@]}" &
child=$!
wait "$child"
