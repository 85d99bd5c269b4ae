# What the findings share: a temporary folder that is removed at the end, pinned public packages in it, and a comparison that fails the script.
set -euo pipefail

folder=$(mktemp -d)
children=()
databases=()
patronis=()
at_end() {
  for name in "${patronis[@]}"; do end_member "$name"; done
  for name in "${databases[@]}"; do database "$name" stop -m immediate 2>/dev/null || true; done
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap at_end EXIT

# The Python modules beside this file.
PYTHONPATH=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONPATH

# python_packages NAME==VERSION...: a virtual environment with just these; `python` then runs in it.
python_packages() {
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$@"
  echo "With $* from PyPI:"
}
python() { "$folder/venv/bin/python" -W ignore "$@"; }

# debian_packages NAME=VERSION...: unpacked below $folder/debian; the system stays as it is. A version may end with *.
debian_packages() {
  mkdir -p "$folder/debian" "$folder/packages"
  (cd "$folder/packages" && apt-get -qq -o APT::Sandbox::User=root download "$@")
  for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/debian"; done
  export PATH="$folder/debian/usr/sbin:$folder/debian/usr/bin:$PATH"
  export LD_LIBRARY_PATH="$folder/debian/usr/lib/x86_64-linux-gnu"
  echo "With $* from Debian:"
}

# over_usr COMMAND...: with the unpacked packages laid over /usr for this command alone, for a program that looks for its files nowhere else.
over_usr() {
  unshare --user --map-root-user --mount sh -c 'mount -t overlay overlay -o "lowerdir=$1/debian/usr:/usr" /usr && shift && exec "$@"' \
    sh "$folder" "$@"
}
# aqbanking_packages: AqBanking with the files that it needs.
aqbanking_packages() {
  debian_packages 'aqbanking-tools=6.5.3*' 'libaqbanking44=6.5.3*' 'libaqbanking-data=6.5.3*' 'libgwenhywfar79=5.10.1*' libxmlsec1 \
    2>"$folder/unsandboxed"
}
# aqbanking IMPORTER PROFILE FILE FIELD...: what AqBanking reads of a bank's file, a line for each payment with these fields of its CSV.
aqbanking() {
  HOME="$folder" over_usr aqbanking-cli -n import --importer="$1" --profile="$2" -f "$3" -c "$folder/context" 2>>"$folder/aqbanking.log"
  HOME="$folder" over_usr aqbanking-cli -n export --exporter=csv --profile=full -c "$folder/context" 2>>"$folder/aqbanking.log" | python3 -c '
import csv, fractions, sys
for line in csv.DictReader(sys.stdin, delimiter=";"):
    line["value_value"] = format(float(fractions.Fraction(line["value_value"])), ".2f")
    print("  ", *(line[field] or "-" for field in sys.argv[1:]))
' "${@:4}"
  rm "$folder/context"
}

# skrooge_packages NAME=VERSION...: Skrooge with what it needs beside what is installed here, and these; 60 MB.
skrooge_packages() {
  local needed
  mapfile -t needed < <(apt-get -s -qq --no-install-recommends install 'skrooge=2.29.0*' | awk '/^Inst/ && $2 != "skrooge" { print $2 }')
  debian_packages 'skrooge=2.29.0*' "$@" "${needed[@]}" 2>"$folder/unsandboxed" | sed 's/^With .*/With Skrooge 2.29.0 from Debian:/'
  export LD_LIBRARY_PATH="$folder/debian/usr/lib/x86_64-linux-gnu" PATH="$folder/debian/usr/bin:$PATH"
}
# skrooge FILE FILE: the first, which Skrooge reads, written as the second.
skrooge() {
  HOME="$folder" XDG_RUNTIME_DIR="$folder" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen over_usr skroogeconvert --in "$1" --out "$2" >"$folder/skrooge.log" 2>&1
  grep -q SUCCESSFUL "$folder/skrooge.log"
}

# plain_proxies_packages NAME=VERSION...: the proxies of plain_proxies.py, and these beside them.
plain_proxies_packages() {
  debian_packages 'varnish=7.1.1*' 'squid=5.7*' 'lighttpd=1.4.69*' 'h2o=2.2.5*' 'nghttp2-proxy=1.52.0*' libvarnishapi3 libjemalloc2 libedit2 libbsd0 \
    squid-common squid-langpack libecap3 libtdb1 libnetfilter-conntrack3 libnfnetlink0 libdb5.3 libltdl7 libh2o0.13 libwslay1 libuv1 libev4 libc-ares2 \
    libnghttp2-14 "$@" 2>"$folder/unsandboxed"
}

# postgres_packages NAME=VERSION...: PostgreSQL 15 from Debian, and these beside it.
postgres_packages() {
  debian_packages 'postgresql-15=15.20*' 'postgresql-client-15=15.20*' 'libpq5=15.20*' libllvm14 libz3-4 libxslt1.1 libjson-c5 "$@"
  programs="$folder/debian/usr/lib/postgresql/15/bin"
  databases_user=$(id -un)
  if [ "$databases_user" = root ]; then databases_user=nobody; fi
  chmod 755 "$folder"
  mkdir "$folder/sockets"
  [ "$(id -u)" -ne 0 ] || chown "$databases_user" "$folder/sockets"
}
# as_databases_user COMMAND...: PostgreSQL refuses to run as root.
as_databases_user() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && setpriv --reuid="$databases_user" --regid=nogroup --clear-groups env LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$@")
  else "$@"; fi
}
# new_database NAME [SETTING...]: made and started; its socket is in $folder/sockets, its port is the number of the database.
new_database() {
  local name=$1
  as_databases_user "$programs/initdb" -D "$folder/sockets/$name" -A trust -U owner -L "$folder/debian/usr/share/postgresql/15" >"$folder/initdb"
  start_database "$name" "listen_addresses = ''" "unix_socket_directories = '$folder/sockets'" "jit = off" \
    "dynamic_library_path = '$folder/debian/usr/lib/postgresql/15/lib'" "${@:2}"
}
# new_standby NAME PRIMARY [SETTING...]: a copy of the primary that follows it under its own name.
new_standby() {
  as_databases_user "$programs/pg_basebackup" -h "$folder/sockets" -p "$(port_of "$2")" -U owner -D "$folder/sockets/$1" -X stream -c fast
  as_databases_user touch "$folder/sockets/$1/standby.signal"
  start_database "$1" "primary_conninfo = 'host=$folder/sockets port=$(port_of "$2") user=owner application_name=$1'" "${@:3}"
}
start_database() {
  databases+=("$1")
  echo "${#databases[@]}" >"$folder/port-of-$1"
  printf '%s\n' "port = ${#databases[@]}" "${@:2}" >>"$folder/sockets/$1/postgresql.conf"
  database "$1" start
}
port_of() { cat "$folder/port-of-$1"; }
# database NAME start|stop|restart|promote [-m MODE]
database() { as_databases_user "$programs/pg_ctl" -D "$folder/sockets/$1" -l "$folder/sockets/$1.log" -w "${@:2}" >"$folder/control"; }
# sql NAME ARGUMENT...: psql in that database.
sql() { "$programs/psql" -X -q -At -h "$folder/sockets" -p "$(port_of "$1")" -U owner -d postgres "${@:2}"; }
# until_true NAME QUERY: asks until the answer is "t", a thousand times at most.
until_true() {
  for _ in $(seq 1000); do [ "$(sql "$1" -c "$2")" = t ] && return; done
  echo "never true: $2" >&2
  exit 1
}

# patroni_packages: Patroni and etcd beside PostgreSQL. Debian's Python runs it, which the databases' user may read.
patroni_packages() {
  PATH="/usr/bin:$PATH" python_packages 'patroni[etcd3]==4.1.5' 'psycopg[binary]==3.3.9'
  postgres_packages 'etcd-server=3.4.23*'
  read -r dcs_port dcs_peers < <(free_ports 2)
  start_dcs
}
free_ports() { python3 -c 'import socket, sys; s = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]; print(*(x.getsockname()[1] for x in s))' "$1"; }
# start_dcs: etcd, which holds who is the primary; its process is $dcs.
start_dcs() {
  etcd --data-dir "$folder/etcd" --listen-client-urls "http://127.0.0.1:$dcs_port" --advertise-client-urls "http://127.0.0.1:$dcs_port" \
    --listen-peer-urls "http://127.0.0.1:$dcs_peers" --log-level error >>"$folder/etcd.log" 2>&1 &
  dcs=$!
  disown "$dcs"
  children+=("$dcs")
}
# etcd_alone: etcd with its client, started.
etcd_alone() {
  debian_packages 'etcd-server=3.4.23*' 'etcd-client=3.4.23*'
  read -r dcs_port dcs_peers < <(free_ports 2)
  start_etcd
}
start_etcd() {
  start_dcs
  for _ in $(seq 300); do ask_etcd get nothing >"$folder/answer" && return; done
  cat "$folder/etcd.log" >&2
  exit 1
}
ask_etcd() { ETCDCTL_API=3 etcdctl --endpoints "127.0.0.1:$dcs_port" "$@" 2>"$folder/error"; }
# patroni_member NAME ROLE: a member with commits that wait for a standby, and what asks until it has the role that Patroni's REST API names.
patroni_member() {
  local postgres rest
  read -r postgres rest < <(free_ports 2)
  echo "$postgres" >"$folder/postgres-of-$1"
  echo "$rest" >"$folder/rest-of-$1"
  cat >"$folder/$1.yml" <<Y
scope: home
name: $1
restapi: {listen: 127.0.0.1:$rest, connect_address: 127.0.0.1:$rest}
etcd3: {host: 127.0.0.1:$dcs_port}
bootstrap:
  method: own
  own: {command: $programs/initdb -D $folder/sockets/$1 -A trust -U owner -L $folder/debian/usr/share/postgresql/15, no_params: true}
  dcs: {ttl: 20, loop_wait: 1, retry_timeout: 3, synchronous_mode: true, synchronous_mode_strict: true}
postgresql:
  listen: 127.0.0.1:$postgres
  connect_address: 127.0.0.1:$postgres
  data_dir: $folder/sockets/$1
  bin_dir: $programs
  pgpass: $folder/sockets/$1.pgpass
  authentication:
    superuser: {username: owner, password: none}
    replication: {username: copy, password: none}
  parameters: {unix_socket_directories: $folder/sockets, dynamic_library_path: $folder/debian/usr/lib/postgresql/15/lib, jit: off}
  pg_hba: [local all all trust, host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
Y
  # The shell writes the number of the process that Patroni then is.
  as_databases_user sh -c 'echo $$ >"$1" && shift && exec "$@"' sh "$folder/sockets/$1.pid" \
    env PATH="$PATH" "$folder/venv/bin/python" -m patroni "$folder/$1.yml" >"$folder/$1.log" 2>&1 &
  disown "$!"
  patronis+=("$1")
  until_answer 200 "$1" "$2"
}
# end_member MEMBER: Patroni is killed first, so that it starts no database again.
end_member() {
  kill -KILL "$(cat "$folder/sockets/$1.pid")" 2>/dev/null || true
  as_databases_user "$programs/pg_ctl" -D "$folder/sockets/$1" -m immediate stop >/dev/null 2>&1 || true
}
# start_pgbouncer: pgbouncer with pgbouncer.ini, which has its pidfile in the sockets' folder; returns when it runs.
start_pgbouncer() {
  as_databases_user "$folder/debian/usr/sbin/pgbouncer" -q -d "$folder/pgbouncer.ini"
  for _ in $(seq 300); do [ -s "$folder/sockets/pgbouncer.pid" ] && break || sleep 0.1; done
  children+=("$(cat "$folder/sockets/pgbouncer.pid")")
}
# rest MEMBER PATH: the status that Patroni's REST API answers.
rest() { curl -s --noproxy '*' -o /dev/null -w '%{http_code}' "http://127.0.0.1:$(cat "$folder/rest-of-$1")/$2"; }
# until_answer STATUS MEMBER PATH: asks until Patroni answers so, for a minute at most.
until_answer() {
  for _ in $(seq 600); do
    [ "$(rest "$2" "$3")" = "$1" ] && return
    sleep 0.1
  done
  echo "never $1: $2 of /$3" >&2
  cat "$folder/$2.log" >&2
  exit 1
}
# member_sql MEMBER ARGUMENT...: psql in that member's database.
member_sql() { "$programs/psql" -X -q -At -h 127.0.0.1 -p "$(cat "$folder/postgres-of-$1")" -U owner -d postgres "${@:2}"; }
patronictl() { "$folder/venv/bin/patronictl" -c "$folder/a.yml" "$@"; }

# expect EXPECTED ACTUAL: shows what was seen, and fails when it is not what this finding says.
expect() {
  printf '%s\n' "$2" | sed 's/^/  /'
  [ "$1" = "$2" ] && return
  printf 'This has changed. The finding says:\n%s\n' "$1" >&2
  exit 1
}
