#!/usr/bin/env bash
# "promtool check metrics" refuses OpenMetrics that Prometheus itself scrapes, and passes what Prometheus refuses.
#
# Guess: the check reads the formats that the server of the same version reads, so what it passes is scraped and the other way round.
# Seen: promtool 2.42.0 (Debian) reads the older text format alone, and takes OpenMetrics for it. An exemplar and the type "info", which the server
# scrapes, are errors of its parser, and a counter "hearth_commands" with the sample hearth_commands_total has "no help text" to it.
# A body without "# EOF" and a unit that the name does not end in pass, and the server refuses both bodies whole.
# So a check of OpenMetrics asks a real server how its target is; promtool lints the same registry written in the older format.
source "$(dirname "$0")/common.bash"
debian_packages 'prometheus=2.42.0*'

cat >"$folder/check.py" <<'P'
import http.server
import json
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

from loopback import free_port

folder = Path(sys.argv[1])
programs = folder / "debian/usr/bin"
COUNTER = "# HELP hearth_commands Commands.\n# TYPE hearth_commands counter\nhearth_commands_total 3.0"
GAUGE = "# HELP hearth_rooms Rooms.\n# TYPE hearth_rooms gauge\nhearth_rooms 3.0\n"
BODIES = {
    "counter": COUNTER + "\n# EOF\n",
    "exemplar": COUNTER + ' # {trace="a"} 1.0\n# EOF\n',
    "info": '# HELP hearth_build Build.\n# TYPE hearth_build info\nhearth_build_info{version="1"} 1\n# EOF\n',
    "no end": GAUGE,
    "unit": GAUGE.replace("# TYPE", "# UNIT hearth_rooms seconds\n# TYPE") + "# EOF\n",
    "gauge": GAUGE + "# EOF\n",
}
names = list(BODIES)

class Metrics(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = BODIES[names[int(self.path[1:])]].encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Metrics)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = free_port()
jobs = [{"job_name": str(number), "metrics_path": f"/{number}", "static_configs": [{"targets": [f"127.0.0.1:{server.server_port}"]}]}
        for number in range(len(names))]
(folder / "prometheus.json").write_text(json.dumps({"global": {"scrape_interval": "1s", "scrape_timeout": "1s"}, "scrape_configs": jobs}))
prometheus = subprocess.Popen([programs / "prometheus", f"--config.file={folder}/prometheus.json", f"--storage.tsdb.path={folder}/series",
                               f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
targets = []
try:
    while len(targets) < len(names) or any(target["health"] == "unknown" for target in targets):
        assert prometheus.poll() is None, "prometheus did not start"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/targets") as answer:
                targets = json.load(answer)["data"]["activeTargets"]
        except OSError:
            pass
finally:
    prometheus.terminate()
    prometheus.wait()
for target in sorted(targets, key=lambda target: int(target["scrapePool"])):
    name = names[int(target["scrapePool"])]
    check = subprocess.run([programs / "promtool", "check", "metrics"], input=BODIES[name].encode(), capture_output=True)
    said = (check.stdout + check.stderr).decode().strip() or "passes"
    print(f"{name}: the server {'scrapes' if target['health'] == 'up' else 'refuses: ' + target['lastError']}; promtool {said}")
P
expect 'counter: the server scrapes; promtool hearth_commands_total no help text
exemplar: the server scrapes; promtool error while linting: text format parsing error in line 3: expected integer as timestamp, got "#"
info: the server scrapes; promtool error while linting: text format parsing error in line 2: unknown metric type "info"
no end: the server refuses: data does not end with # EOF; promtool passes
unit: the server refuses: unit not a suffix of metric "hearth_rooms"; promtool passes
gauge: the server scrapes; promtool passes' "$(python3 "$folder/check.py" "$folder")"
