#!/usr/bin/env bash
# curl that is given a body on its standard input sends an empty one when it tries again, and says 200 and exits with 0.
#
# Guess: curl --retry with -T - sends the whole body again after 503, or gives up, since what it has read from a pipe is gone.
# Seen: curl 7.88.1 (Debian) sends an empty body at the second try, also where Retry-After named the time. -d @- and --data-binary @- send
# the whole body again, as they read all of it first, and -T with a file does too. -d takes the line's end off the body, so a signature of the
# file is none of what was sent; --data-binary leaves it.
# Of a Retry-After that is longer than --retry-max-time curl tries no second time, and exits with 0 at 503 too, unless --fail is there.
# So a script sends what comes through a pipe by --data-binary @-, with --fail, and a receiver refuses an empty body.
source "$(dirname "$0")/common.bash"
debian_packages 'curl=7.88.1*' 'libcurl4=7.88.1*'

cat >"$folder/server.py" <<'P'
import http.server
import sys

class Handler(http.server.BaseHTTPRequestHandler):
    """Answers 503 to the first request of a path and 200 to the next, and prints each body."""
    protocol_version = "HTTP/1.1"
    seen = {}

    def body(self):
        if length := self.headers["Content-Length"]:
            return self.rfile.read(int(length))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def do_POST(self):
        tries = self.seen[self.path] = self.seen.get(self.path, 0) + 1
        print(f"try {tries}: {self.body().decode()!r}", flush=True)
        self.send_response(503 if tries == 1 else 200)
        self.send_header("Retry-After", self.path.split("/")[1])
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()

    do_PUT = do_POST

    def log_message(self, *arguments):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], file=open(sys.argv[1], "w"), flush=True)
server.serve_forever()
P
python3 "$folder/server.py" "$folder/port" >"$folder/bodies" &
children+=("$!")
until [ -s "$folder/port" ]; do sleep 0.05; done

printf 'groceries\n' >"$folder/body"
# send NAME SECONDS OPTION...: what the server saw of one call, and how curl ended.
send() {
  local code exit=0
  : >"$folder/bodies"
  code=$(curl -s -q --noproxy '*' --retry 2 --retry-max-time 10 -w '%{http_code}' "${@:3}" "http://127.0.0.1:$(cat "$folder/port")/$2/$1" <"$folder/body") || exit=$?
  echo "$(echo "$1" | tr _ ' '): $(tr -d '\0' <"$folder/bodies" | paste -sd, | sed 's/,/, /g'), $code, exit code $exit"
}
expect "-T -: try 1: 'groceries\n', try 2: '', 200, exit code 0
-T FILE: try 1: 'groceries\n', try 2: 'groceries\n', 200, exit code 0
-d @-: try 1: 'groceries', try 2: 'groceries', 200, exit code 0
--data-binary @-: try 1: 'groceries\n', try 2: 'groceries\n', 200, exit code 0
-d @-, come in 600 s: try 1: 'groceries', 503, exit code 0
-d @- --fail, come in 600 s: try 1: 'groceries', 503, exit code 22" "$(
  send "-T_-" 1 -T -
  send "-T_FILE" 1 -T "$folder/body"
  send "-d_@-" 1 -d @-
  send "--data-binary_@-" 1 --data-binary @-
  send "-d_@-,_come_in_600_s" 600 -d @-
  send "-d_@-_--fail,_come_in_600_s" 600 --fail -d @-
)"
