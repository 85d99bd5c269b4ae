#!/usr/bin/env bash
# An event whose command fails has been answered 200 before by the program webhook, so it does not come again; the next one overtakes it meanwhile.
#
# Guess: webhook answers when the command has ended, and 500 where it failed; null is an empty argument. (Expected: an event that no rule fits is 200.)
# Seen: webhook 2.8.0 (Debian's) starts the command and answers 200 with an empty body at once. What the command ends with stands in its log alone. The second
# event, sent after the answer to the first, is done before it. With include-command-output-in-response it answers at the command's end, 500 where it failed,
# and the events keep their order. null is the text <nil>. 1234567890123456789 and 12.50 come as they stand.
# So a hook that has to store an event has that setting, and trigger-rule-mismatch-http-response-code beside its rules.
source "$(dirname "$0")/common.bash"
debian_packages 'webhook=2.8.0*' 2>"$folder/unsandboxed"
# store NAME SECONDS EXIT-CODE NOTE AMOUNT AMOUNT
cat >"$folder/store" <<'E'
#!/bin/sh
sleep "$2"
printf '%s: note %s, amounts %s and %s, exit code %s\n' "$1" "$4" "$5" "$6" "$3" >>"$0d"
exit "$3"
E
chmod +x "$folder/store"
cat >"$folder/hooks.json" <<J
[{"id": "early", "execute-command": "$folder/store",
  "pass-arguments-to-command": [{"source": "payload", "name": "name"}, {"source": "payload", "name": "seconds"}, {"source": "payload", "name": "code"},
    {"source": "payload", "name": "note"}, {"source": "payload", "name": "minor"}, {"source": "payload", "name": "amount"}],
  "trigger-rule": {"match": {"type": "value", "value": "entry_added", "parameter": {"source": "payload", "name": "type"}}}}]
J
python3 - "$folder/hooks.json" <<'P'
import json
import sys

hooks = json.load(open(sys.argv[1]))
whole = {**hooks[0], "id": "whole", "include-command-output-in-response": True, "trigger-rule-mismatch-http-response-code": 422}
json.dump(hooks + [whole], open(sys.argv[1], "w"))
P
asked() { curl -s --noproxy '*' -o "$folder/answer" -w '%{http_code}\n' "http://127.0.0.1:$port/$1" "${@:2}" || true; }
# Another program may have taken the port meanwhile.
for _ in 1 2 3; do
  read -r port < <(free_ports 1)
  webhook -hooks "$folder/hooks.json" -ip 127.0.0.1 -port "$port" >"$folder/log" 2>&1 &
  children+=($!)
  for _ in $(seq 300); do [ "$(asked '')" = 200 ] && break 2; kill -0 "$!" 2>"$folder/gone" || break; sleep 0.1; done
done
# event HOOK TYPE NAME SECONDS EXIT-CODE
event() {
  echo "$1 $3: $(asked "hooks/$1" --json "{\"type\": \"$2\", \"name\": \"$3\", \"seconds\": $4, \"code\": $5, \"note\": null, \"minor\": 1234567890123456789, \"amount\": 12.50}")"
}
expect "early first: 200
early second: 200
early other: 200
second: note <nil>, amounts 1234567890123456789 and 12.50, exit code 0
first: note <nil>, amounts 1234567890123456789 and 12.50, exit code 3
whole first: 500
whole second: 200
whole other: 422
first: note <nil>, amounts 1234567890123456789 and 12.50, exit code 3
second: note <nil>, amounts 1234567890123456789 and 12.50, exit code 0" "$(
  for hook in early whole; do
    event "$hook" entry_added first 2 3
    event "$hook" entry_added second 0.1 0
    event "$hook" member_joined other 0 0
    for _ in $(seq 300); do [ -f "$folder/stored" ] && [ "$(wc -l <"$folder/stored")" -eq 2 ] && break || sleep 0.1; done
    cat "$folder/stored"
    rm "$folder/stored"
  done
)"
