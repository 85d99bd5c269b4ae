# Sourced by the other scripts here: a server of their own in a folder of its own, both gone when the script ends.
# Takes: PROGRAMS, the folder with the programs, from the project's root; without it that of the release build.
# Gives: PROGRAMS (its whole path), WORK (a fresh folder), start_server, URL, ADMIN (the address of health and metrics), SERVER_PID.

source "$(dirname "${BASH_SOURCE[0]}")/loopback.bash"
PROGRAMS="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/${PROGRAMS:-.build/release}"
WORK="$(mktemp -d)"
SERVER_PID=""
STARTED=()

finish() {
  local status=$?
  trap - EXIT INT TERM
  for pid in "${STARTED[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${STARTED[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$WORK"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '==> %s\n' "$*"; }

fail() {
  printf '%s\n' "$*" >&2
  exit 2
}

need() {
  for program in "$@"; do
    [[ -x "$PROGRAMS/$program" ]] || fail "$program is not built. Run: make release"
  done
}

# A port that nobody listens on just now, below those that the system gives to connections, which stay taken for a while after them.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

# The words to put before a program so that it stays on one core; nothing where there is only one.
on_core() {
  if [[ "$(nproc)" -ge 2 ]] && command -v taskset >/dev/null; then echo "taskset -c $1"; fi
}

# The servers keep their data in a folder each, unless start_postgres was called.
DATABASE=""

# The number in the name of its socket.
POSTGRES_PORT=5432

# Starts a PostgreSQL in the fresh folder, reached by a socket in it and by nothing else; arguments are passed on. Returns when it takes connections.
start_postgres() {
  local programs=/usr/lib/postgresql/15/bin folder="$WORK/postgres" as=()
  [[ -x "$programs/postgres" ]] || fail "PostgreSQL 15 is missing. Run: deploy/dependencies.sh"
  mkdir "$folder"
  if [[ $EUID -eq 0 ]]; then
    # It refuses to run as root.
    chmod 711 "$WORK"
    chown postgres: "$folder"
    as=(setpriv --reuid=postgres --regid=postgres --init-groups --)
  fi
  (cd "$folder" && "${as[@]}" "$programs/initdb" -D "$folder/data" -U hearth -A trust -E UTF8 --locale=C) >"$WORK/postgres.log" 2>&1 \
    || fail "PostgreSQL made no database: $(tail -n 1 "$WORK/postgres.log")"
  (cd "$folder" && exec "${as[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -p "$POSTGRES_PORT" -c listen_addresses= "$@") >>"$WORK/postgres.log" 2>&1 &
  STARTED+=("$!")
  for _ in $(seq 200); do
    if "$programs/pg_isready" -q -h "$folder" -p "$POSTGRES_PORT" -d postgres; then
      DATABASE="postgres://hearth@/postgres?host=$folder&port=$POSTGRES_PORT"
      return
    fi
    sleep 0.05
  done
  fail "PostgreSQL does not answer after 10 s: $(tail -n 1 "$WORK/postgres.log")"
}

# Makes an authority of the servers' own, and a certificate of it for each name: nodes-ca.pem, NAME.pem and NAME.key in the fresh folder.
make_node_certificates() {
  local name key=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
  {
    openssl req -x509 "${key[@]}" -days 2 -subj "/CN=Hearth nodes" -keyout "$WORK/nodes-ca.key" -out "$WORK/nodes-ca.pem"
    for name in "$@"; do
      openssl req -new "${key[@]}" -subj "/CN=$name" -addext "subjectAltName=DNS:$name" -keyout "$WORK/$name.key" -out "$WORK/$name.csr"
      openssl x509 -req -in "$WORK/$name.csr" -CA "$WORK/nodes-ca.pem" -CAkey "$WORK/nodes-ca.key" -CAcreateserial -days 2 \
        -copy_extensions copyall -out "$WORK/$name.pem"
    done
  } >"$WORK/certificates.log" 2>&1 || fail "The servers' certificates could not be made: $(tail -n 1 "$WORK/certificates.log")"
}

# The options of a server that shares the PostgreSQL with others and has links with them, one a line.
node_options() {
  printf '%s\n' --node "$1" --node-listen "127.0.0.1:$(free_port)" --node-cert "$WORK/$1.pem" --node-key "$WORK/$1.key" --node-ca "$WORK/nodes-ca.pem"
}

# Limits that one address under load would reach.
GENEROUS=(
  --registrations-per-hour 1000000 --groups-per-hour 1000000 --messages-per-turn 10000
  --identity-read-ms-per-minute 1000000 --address-read-ms-per-minute 1000000
  --identity-history-bytes-per-hour 1099511627776 --address-history-bytes-per-hour 1099511627776
)

# Starts hearthd on a fresh folder, or over the PostgreSQL; arguments are passed on. Returns when it listens.
start_server() {
  local port admin place
  port="$(free_port)"
  admin="$(free_port)"
  URL="ws://127.0.0.1:$port"
  ADMIN="127.0.0.1:$admin"
  place=(--data "$WORK/data-$port")
  [[ -z "$DATABASE" ]] || place=(--store "$DATABASE")
  # shellcheck disable=SC2046
  $(on_core 0) "$PROGRAMS/hearthd" serve --listen "127.0.0.1:$port" --admin-listen "127.0.0.1:$admin" "${place[@]}" \
    --log-level error "${GENEROUS[@]}" "$@" &
  SERVER_PID=$!
  STARTED+=("$SERVER_PID")
  await_port "$port" "$SERVER_PID" && return
  kill -0 "$SERVER_PID" 2>/dev/null || fail "hearthd did not start: it says why above. Free what it names (a port, a folder) and run this again."
  fail "hearthd does not listen after 10 s. Is the machine very busy? Run this again when it is not."
}

# Ends the server, which has to do so in order.
stop_server() {
  kill -TERM "$SERVER_PID" 2>/dev/null || fail "hearthd has ended before it was asked to: it says why above."
  wait "$SERVER_PID" || fail "hearthd did not end in order, but with status $?."
  STARTED=()
}
