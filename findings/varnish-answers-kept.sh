#!/usr/bin/env bash
# Varnish gives one member's balance to another, and an old one after its time, unless the server's answers say no-store; and two feeds are one.
#
# Guess: an answer to a GET without Cache-Control is not kept; one with max-age=1, must-revalidate is never given out after that second; and two clients
# of one feed of Server-Sent Events are two requests to the server.
# Seen: Varnish 7.1 (Debian's 7.1.1) with no other configuration than its backend keeps a 200 and a 404 without Cache-Control for two minutes
# (default_ttl), also for a request with another X-Token and for one that says no-cache; only Authorization or a Cookie is passed on. After max-age=1
# it still answers once with the old one (default_grace, ten seconds), also with must-revalidate, and asks for the new one meanwhile. The second client
# of a feed gets the first one's, from its beginning, and one that comes when it is over gets the old events at once. no-store, private and no-cache are
# heeded.
# The documentation says so of ttl and grace. RFC 9111 has must-revalidate as a MUST (section 5.2.2.2).
# So each answer with somebody's data says no-store, feeds and refusals too.
source "$(dirname "$0")/common.bash"
debian_packages 'varnish=7.1.1*' libvarnishapi3 libjemalloc2 libedit2 libbsd0

cat >"$folder/server.py" <<'P'
import http.server, sys, time

asked = {}
class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        number = asked[self.path] = asked.get(self.path, 0) + 1
        is_feed = self.path.startswith("/feed")
        self.send_response(404 if self.path == "/missing" else 200)
        if "X-Policy" in self.headers:
            self.send_header("Cache-Control", self.headers["X-Policy"])
        if not is_feed:
            body = b"answer %d" % number
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in range(20):
            data = b"data: event %d of feed %d\n\n" % (event, number)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            time.sleep(0.1)
        self.wfile.write(b"0\r\n\r\n")
    def log_message(self, *arguments): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answers)
server.serve_forever()
P
read -r front back < <(free_ports 2)
python3 "$folder/server.py" "$back" &
children+=("$!")
mkdir "$folder/varnish"
printf 'vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "%s"; }\n' "$back" >"$folder/default.vcl"
varnishd -F -j none -n "$folder/varnish" -a "127.0.0.1:$front" -f "$folder/default.vcl" -s malloc,20m \
  -p vcl_path="$folder/debian/etc/varnish" >"$folder/log" 2>&1 &
children+=("$!")
get() { curl -s --noproxy '*' -m 10 "${@:2}" "http://127.0.0.1:$front$1"; }
for _ in $(seq 300); do
  get /up -o "$folder/up" -w '%{http_code}' 2>/dev/null | grep -q 200 && break
  sleep 0.1
done

expect "without Cache-Control: answer 1; with another X-Token: answer 1; with no-cache in the request: answer 1
with Authorization: answer 2; with a Cookie: answer 3
404 without Cache-Control: answer 1; again: answer 1
max-age=1: answer 1; after three seconds: answer 1, Age: 3; then: answer 2
max-age=1, must-revalidate: answer 1; after three seconds: answer 1, Age: 3; then: answer 2
no-store: answer 1; then: answer 2
private: answer 1; then: answer 2
no-cache: answer 1; then: answer 2
first feed: event 0 of feed 1; second, half a second later: event 0 of feed 1; third, when it is over: event 0 of feed 1, 20 events in 0 s
feed with no-store: event 0 of feed 1; second: event 0 of feed 2" "$(
  echo "without Cache-Control: $(get /balance -H 'X-Token: asha'); with another X-Token: $(get /balance -H 'X-Token: ravi');" \
    "with no-cache in the request: $(get /balance -H 'Cache-Control: no-cache')"
  echo "with Authorization: $(get /balance -H 'Authorization: Bearer ravi'); with a Cookie: $(get /balance -H 'Cookie: a=1')"
  echo "404 without Cache-Control: $(get /missing); again: $(get /missing)"
  for policy in max-age=1 "max-age=1, must-revalidate"; do
    path="/${policy//[^a-z]/}"
    first=$(get "$path" -H "X-Policy: $policy")
    # The time that the finding is about: the second of max-age and two more.
    sleep 3
    late=$(get "$path" -H "X-Policy: $policy" -D "$folder/headers")
    age=$(tr -d '\r' <"$folder/headers" | grep -i '^age:')
    for _ in $(seq 100); do
      now=$(get "$path" -H "X-Policy: $policy")
      [ "$now" = "$late" ] || break
    done
    echo "$policy: $first; after three seconds: $late, $age; then: $now"
  done
  for policy in no-store private no-cache; do echo "$policy: $(get "/$policy" -H "X-Policy: $policy"); then: $(get "/$policy" -H "X-Policy: $policy")"; done
  of_feed() { sed -n '1s/data: //p' "$folder/$1"; }
  get /feed -N >"$folder/feed1" &
  first=$!
  sleep 0.5
  get /feed -N >"$folder/feed2"
  wait "$first"
  seconds=$(get /feed -N -o "$folder/feed3" -w '%{time_total}')
  echo "first feed: $(of_feed feed1); second, half a second later: $(of_feed feed2); third, when it is over: $(of_feed feed3), $(grep -c data "$folder/feed3") events in ${seconds%.*} s"
  get /feed/none -N -H "X-Policy: no-store" >"$folder/feed4" &
  first=$!
  get /feed/none -N -H "X-Policy: no-store" >"$folder/feed5"
  wait "$first"
  sort <(of_feed feed4) <(of_feed feed5) | paste -sd, | sed 's/^/feed with no-store: /; s/,/; second: /'
)"
