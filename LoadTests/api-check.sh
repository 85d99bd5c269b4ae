#!/usr/bin/env bash
# Judges Protocol/openapi.json, and lets schemathesis try every call that it describes against a live hearthd on loopback.
#   LoadTests/api-check.sh
#   SHORT=1 LoadTests/api-check.sh     a quarter of the tries
#   SEED=7 LoadTests/api-check.sh      other tries
# The judges come from PyPI, once, into a virtual environment below .build. Without PyPI nothing is tried, and continuous integration fails
# (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/python-packages.bash
source LoadTests/loopback.bash

program=${HEARTHD:-.build/debug/hearthd}
folder=${API_CHECK_FOLDER:-.build/api-check}
port=${PORT:-9441}
# Limit: seconds for all tries; the run fails when it is not through them by then.
limit=900
[ -x "$program" ] || swift build --product hearthd
python_packages LoadTests/api-check.txt "$folder" "nothing was tried"
python=$folder/python/bin

echo "==> The description by the rules of OpenAPI 3.1"
"$python/openapi-spec-validator" Protocol/openapi.json

work=$(mktemp -d)
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || true; rm -rf "$work"' EXIT

# Many tries a second come from one address, so what is limited by the second, the minute or the hour is as high as it may be.
"$program" serve --listen "127.0.0.1:$port" --admin-listen "127.0.0.1:$((port + 1))" --data "$work/data" \
  --message-rate 100000 --identity-message-rate 100000 --registrations-per-hour 1000000 --previews-per-hour 1000000 \
  --device-acts-per-hour 1000000 --groups-per-hour 1000000 --wrong-codes-per-minute 1000 --wrong-codes-per-hour 1000 \
  --identity-wrong-codes-per-hour 1000 --server-wrong-codes-per-minute 1000000 \
  --identity-read-ms-per-minute 1000000 --address-read-ms-per-minute 1000000 >"$work/log" 2>&1 &
child=$!
await_port "$port" "$child" || { cat "$work/log" >&2; exit 1; }

token=$("$python/python" LoadTests/api-check.py seed "http://127.0.0.1:$port" "$work/schemathesis.toml")
"$python/python" LoadTests/api-check.py methods "http://127.0.0.1:$port"
# try DESCRIPTION OPTION...: what was found stands in $work/found.
try() {
  timeout "$limit" "$python/schemathesis" --config-file "$work/schemathesis.toml" run "$1" --url "http://127.0.0.1:$port" \
    --header "Authorization: Bearer $token" --seed "${SEED:-1}" --request-timeout 20 --continue-on-failure --warnings off --no-color \
    "${@:2}" >"$work/found" 2>&1
}

# Each with so many random requests; fewer than triedMin in all mean that they were not sent.
examples=20 phases=coverage,fuzzing triedMin=5000
[ -z "${SHORT:-}" ] || examples=4 phases=fuzzing triedMin=300
echo "==> Every call of the description, $examples random requests each and, unless it is short, what covers its schema"
# But the stream of events, whose answer has no end: FeedRequestTests asks it what is wrong.
status=0
try Protocol/openapi.json --exclude-operation-id readEvents --phases "$phases" --max-examples "$examples" || status=$?
[ -z "${KEEP:-}" ] || cp "$work/found" "$KEEP"
grep -E "Tested:|generated|ST[0-9]+ " "$work/found" || true
[ "$status" -eq 0 ] || sed -n '/= FAILURES =/,/= SUMMARY =/p' "$work/found" | head -n 200
kill -0 "$child" 2>/dev/null || { echo "hearthd has ended:" >&2; tail -5 "$work/log" >&2; exit 1; }
[ "$status" -eq 0 ] || exit "$status"
tried=$(grep -oE '[0-9]+ generated' "$work/found" | grep -oE '[0-9]+' || echo 0)
[ "$tried" -ge "$triedMin" ] || { echo "Only $tried requests were tried, of at least $triedMin." >&2; exit 1; }

echo "==> Control: a description that leaves the status 400 out is found out"
"$python/python" LoadTests/api-check.py control "$work/control.json"
if try "$work/control.json" --phases fuzzing --max-examples 20 --include-operation-id register; then
  echo "It was not." >&2
  exit 1
fi
grep -q "Undocumented HTTP status code\|Undocumented status code" "$work/found" || { tail -20 "$work/found" >&2; exit 1; }
echo "It is."
