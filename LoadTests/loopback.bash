# Sourced by the scripts here that start servers on loopback.

# await_port PORT [PID]: returns when something listens on the port of 127.0.0.1; fails after ten seconds, or once the process has ended.
await_port() {
  for _ in $(seq 200); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    [ -z "${2:-}" ] || kill -0 "$2" 2>/dev/null || break
    sleep 0.05
  done
  echo "Nothing listens on port $1." >&2
  return 1
}

# make_certificate FOLDER: tls.pem and tls.key in it, of localhost and 127.0.0.1, their own authority, for two days.
make_certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout "$1/tls.key" -out "$1/tls.pem" 2>"$1/openssl.log" || {
    echo "No certificate could be made. Is openssl installed?" >&2
    cat "$1/openssl.log" >&2
    return 1
  }
}
