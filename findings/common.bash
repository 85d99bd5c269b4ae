# What the findings share: a temporary folder that is removed at the end, pinned public packages in it, and a comparison that fails the script.
set -euo pipefail

folder=$(mktemp -d)
children=()
databases=()
at_end() {
  for name in "${databases[@]}"; do database "$name" stop -m immediate 2>/dev/null || true; done
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap at_end EXIT

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

# expect EXPECTED ACTUAL: shows what was seen, and fails when it is not what this finding says.
expect() {
  printf '%s\n' "$2" | sed 's/^/  /'
  [ "$1" = "$2" ] && return
  printf 'This has changed. The finding says:\n%s\n' "$1" >&2
  exit 1
}
