#!/usr/bin/env bash
# Lets Debian's promtool judge what /metrics says and the alert rules, and a real Prometheus scrape a server under load in both forms of the text.
# Then every panel of the dashboard is asked for, and drawn.
#   SECONDS_OF_LIFE=30      PICTURE=docs/dashboard.svg keeps the picture, of three minutes
set -euo pipefail
cd "$(dirname "$0")/.."
PROGRAMS="${PROGRAMS:-.build/debug}"
source LoadTests/server.sh
need hearthd hearth hearth-load
picture="${PICTURE:-}"
life="${SECONDS_OF_LIFE:-$([[ -n $picture ]] && echo 180 || echo 30)}"
command -v curl >/dev/null || fail "curl is missing: apt-get install curl"
prometheus_folder="$WORK/prometheus"
mkdir -p "$prometheus_folder/packages"
apt-cache show prometheus >/dev/null 2>&1 || apt-get update -qq
(cd "$prometheus_folder/packages" && apt-get -qq -o APT::Sandbox::User=root download prometheus 2>/dev/null) ||
  fail "Debian's package prometheus cannot be had. Is there a network? Try: apt-get update"
dpkg-deb -x "$prometheus_folder"/packages/prometheus_*.deb "$prometheus_folder/debian"
promtool="$prometheus_folder/debian/usr/bin/promtool"

say "The alert rules"
"$promtool" check rules deploy/monitoring/alerts.yml >"$WORK/rules" 2>&1 || fail "$(<"$WORK/rules")"
(cd deploy/monitoring && "$promtool" test rules alerts-test.yml) >"$WORK/rules" 2>&1 || fail "$(<"$WORK/rules")"
# The control: a rule that never comes must be found out.
mkdir "$WORK/control"
sed 's/hearth_writes_refused == 1/hearth_writes_refused == 2/' deploy/monitoring/alerts.yml >"$WORK/control/alerts.yml"
cp deploy/monitoring/alerts-test.yml "$WORK/control/"
if (cd "$WORK/control" && "$promtool" test rules alerts-test.yml) >/dev/null 2>&1; then fail "The rules' tests do not notice a rule that never comes."; fi
echo "ok   $(grep -c 'alert:' deploy/monitoring/alerts.yml) rules, each with a test; one that never comes is noticed"

say "A server under load, and a real Prometheus"
make_certificate "$WORK" || exit 2
start_server --tls-cert "$WORK/tls.pem" --tls-key "$WORK/tls.key" --webhooks --webhook-allow 127.0.0.1/32 --webhook-ca "$WORK/tls.pem" \
  --notify-hook /bin/true --web-push mailto:nobody@hearth.example --connections-per-address 1000
URL="wss${URL#ws}"
listen="$(free_port)"
cat >"$WORK/prometheus.yml" <<YML
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [$PWD/deploy/monitoring/alerts.yml]
scrape_configs:
  - job_name: hearth
    static_configs: [{targets: ["$ADMIN"]}]
YML
"$prometheus_folder/debian/usr/bin/prometheus" --config.file="$WORK/prometheus.yml" --storage.tsdb.path="$WORK/tsdb" \
  --web.listen-address="127.0.0.1:$listen" --log.level=error &
prometheus=$!
STARTED+=("$prometheus")
LoadTests/metrics.py "$PROGRAMS" "$WORK" "$URL" "$life" >"$WORK/life" || fail "The life beside it had trouble: it says what above."
curl -sf "http://$ADMIN/metrics" >"$WORK/page"
"$promtool" check metrics <"$WORK/page" >"$WORK/judged" 2>&1 || fail "promtool objects: $(<"$WORK/judged")"
[[ ! -s $WORK/judged ]] || fail "promtool objects: $(<"$WORK/judged")"
echo "ok   promtool has no objection to $(grep -c '^# TYPE' "$WORK/page") metrics"

# What Prometheus has, by its own word; it asks for OpenMetrics.
query() { curl -sf --get --data-urlencode "query=$1" "http://127.0.0.1:$listen/api/v1/query" | python3 -c '
import json, sys
result = json.load(sys.stdin)["data"]["result"]
print(result[0]["value"][1] if result else "nothing")'; }
said="$(awk '/^hearth_commands_total\{kind="add_entry",result="accepted"\}/ {print $2}' "$WORK/page")"
for _ in $(seq 100); do
  added="$(query 'sum(hearth_commands_total{kind="add_entry",result="accepted"})')"
  [[ $added == "$said" ]] && break
  sleep 0.2
done
[[ "$(query 'up{job="hearth"}')" == 1 ]] || fail "Prometheus cannot read the metrics: $(curl -s "http://127.0.0.1:$listen/api/v1/targets")"
[[ $added != nothing && $added != 0 ]] || fail "Prometheus knows of no entries that were added."
[[ "$said" == "$added" ]] || fail "Prometheus has $added entries, and the page says $said."
p99="$(query 'histogram_quantile(0.99, sum by (le) (hearth_commit_seconds_bucket))')"
firing="$(query 'count(ALERTS{alertstate="firing"})')"
[[ $firing == nothing ]] ||
  fail "$firing alerts fire at a server that is well: $(curl -sf "http://127.0.0.1:$listen/api/v1/alerts" | grep -o '"alertname":"[^"]*"' | sort -u | tr '\n' ' ')"
echo "ok   Prometheus has $added entries as the page does, a commit's p99 of $p99 s, and no alert"

# Every panel has something to show; the control is one that asks for what there is not.
board=(docs/dashboard.py --prometheus "http://127.0.0.1:$listen" --seconds "$life")
shown="$("${board[@]}" --out "${picture:-$WORK/dashboard.svg}")" || fail "The dashboard shows less than it should: it says what above."
sed 's/"hearth_rooms"/"hearth_romos"/' deploy/monitoring/dashboard.json >"$WORK/control/dashboard.json"
if "${board[@]}" --board "$WORK/control/dashboard.json" --out "$WORK/control/dashboard.svg" 2>/dev/null; then fail "A panel that shows nothing is not noticed."; fi
echo "ok   $shown; one that shows nothing is noticed${picture:+; drawn: $picture}"
kill -TERM "$prometheus"
wait "$prometheus" || fail "Prometheus did not end in order, but with status $?."
stop_server
