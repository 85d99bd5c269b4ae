#!/usr/bin/env python3
"""Lives beside a server for so long that every panel of the dashboard has something to show; LoadTests/metrics.sh starts it.

    metrics.py PROGRAMS FOLDER URL SECONDS

FOLDER has tls.pem and tls.key, for 127.0.0.1. A family and rooms under load enter what they spend; Asha has a webhook, whose receiver refuses for a
while; Ravi wants notices, follows a stream of events, and tries wrong codes until the server takes no more of them.
"""
import http.server
import json
import os
import pathlib
import re
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

PROGRAMS, FOLDER, URL, SECONDS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
HTTP = "https" + URL.removeprefix("wss")
CA = FOLDER / "tls.pem"
ROOMS, MEMBERS, RATE = 10, 5, 60
# One command in so many breaks a rule.
WRONG_ONE_IN = 12
# Between two rounds of Asha and Ravi, so that an hour's notices last for the picture.
PAUSE_SECONDS = 1
TRUST = ssl.create_default_context(cafile=CA)
began = time.monotonic()
started = []


def share():
    """How much of the time has passed: 0 to 1."""
    return (time.monotonic() - began) / SECONDS


class Handler(http.server.BaseHTTPRequestHandler):
    """Takes events, but not for a while before the middle of the time."""

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(503 if 0.3 < share() < 0.38 else 200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def receiver():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CA, FOLDER / "tls.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"https://127.0.0.1:{server.server_address[1]}/hook"


def start(*command, log="/dev/null", **options):
    started.append(subprocess.Popen([str(word) for word in command], stdout=open(log, "w"), **options))
    return started[-1]


def environment(name):
    return {**os.environ, "HEARTH_HOME": str(FOLDER / name), "NO_COLOR": "1", "LANG": "C.UTF-8"}


def hearth(name, *words, refused=False):
    done = subprocess.run([PROGRAMS / "hearth", *words], env=environment(name), capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if (done.returncode != 0) != refused:
        sys.exit(f"hearth {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def asked(path, token):
    """The status that a call over HTTP is answered with."""
    request = urllib.request.Request(HTTP + path, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, context=TRUST, timeout=10) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def wanted(truth, words):
    if not truth:
        sys.exit(words)


def main():
    for name in ("asha", "ravi"):
        hearth(name, "register", "--server", URL, "--ca", str(CA), "--name", name.title())
    hearth("asha", "create", "Home", "--currency", "INR")
    hearth("ravi", "join", re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", hearth("asha", "invite"))[0])
    hearth("asha", "webhook", "add", receiver(), "--label", "Bot")
    hearth("ravi", "notify", "address", "push", "ravi-7f3k")
    hearth("ravi", "notify", "set", "entries", "push", "yes")
    group = json.loads(hearth("ravi", "groups", "--json").splitlines()[0])["groupId"]
    token = json.loads((FOLDER / "ravi/profile.json").read_text())["token"]

    left = SECONDS - (time.monotonic() - began)
    family = start(PROGRAMS / "hearth-load", "family", "--server", URL, "--ca", CA, "--for", f"{left:.0f}s", "--invite-file", FOLDER / "invite")
    rooms = start(PROGRAMS / "hearth-load", "load", "--server", URL, "--ca", CA, "--rooms", ROOMS, "--members", MEMBERS, "--rate", RATE,
                  "--seconds", f"{left * 0.6:.0f}", "--wrong-one-in", WRONG_ONE_IN, "--narrow-one-in", "0", log=FOLDER / "rooms")
    start(PROGRAMS / "hearth", "feed", env=environment("asha"), stderr=subprocess.DEVNULL)
    codes = 0
    for number in range(10_000):
        if share() > 1:
            break
        stream = start("curl", "-sN", "--cacert", CA, "-H", f"Authorization: Bearer {token}", f"{HTTP}/v1/groups/{group}/events?from=snapshot")
        hearth("asha", "add", f"{number + 20}", f"Bread {number}")
        hearth("asha", "void", f"Bread {number}")
        hearth("asha", "void", f"Bread {number}", refused=True)
        wanted(asked("/v1/groups", token) == 200, "Ravi may not list the groups.")
        if number % 4 == 0:
            wanted(asked("/v1/groups", "nobody's") == 401, "A token of nobody is not refused.")
        for _ in range(2 if share() > 0.5 and codes < 12 else 0):
            hearth("ravi", "join", "K7QM-3FXP-9RTW-2HVC", refused=True)
            codes += 1
        time.sleep(PAUSE_SECONDS)
        stream.terminate()
    wanted(family.wait() == 0, "The family had trouble: hearth-load says why above.")
    wanted(rooms.wait() == 0, f"The rooms had trouble: {(FOLDER / 'rooms').read_text()}")
    print(f"{number} rounds of Asha and Ravi")


try:
    main()
finally:
    for process in reversed(started):
        if process.poll() is None:
            process.terminate()
