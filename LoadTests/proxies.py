#!/usr/bin/env python3
"""One proxy of Debian before hearthd, with its block of docs/operating.md: proxies.py CASE FOLDER DEBIAN PROGRAMS SILENCE

Runs in a network and a mount namespace of its own (proxies.sh), where the page's ports and files are free.
"""
import base64
import json
import os
import pathlib
import re
import socket
import ssl
import struct
import subprocess
import sys
import time

CASE, FOLDER, DEBIAN, PROGRAMS, SILENCE = sys.argv[1], *map(pathlib.Path, sys.argv[2:5]), float(sys.argv[5])
NAME, MODE = CASE.rsplit("-", 1)
HOST = "hearth.example"
PORT = 443 if MODE == "tls" else 80
URL = f"https://{HOST}" if MODE == "tls" else f"http://{HOST}"
WAIT_SECONDS = 60
# How long nothing comes of a stream that is held back; elsewhere it begins within a second.
HELD_SECONDS = 5
# Limit: connections of an address, so that a few show whose address it is.
PER_ADDRESS = 4
started = []


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)
    if done.returncode != 0:
        raise SystemExit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def start(*command, log, environment=None):
    process = subprocess.Popen(
        [str(word) for word in command], stdout=open(FOLDER / log, "a"), stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})})
    started.append(process)
    return process


def listens(port, process):
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise SystemExit(f"port {port}: the process ended with {process.returncode}:\n" + "".join(log.read_text() for log in FOLDER.glob("*.log")))
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"Nobody listens on {port}.")


def wanted(truth, words):
    print(("ok   " if truth else "FAIL ") + words, flush=True)
    if not truth:
        raise SystemExit(1)


def block(language):
    """The page's block, as it stands there."""
    page = (pathlib.Path(__file__).resolve().parent.parent / "docs/operating.md").read_text()
    return re.search(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]


def prepare():
    """The names and files that the page speaks of."""
    run("ip", "link", "set", "lo", "up")
    run("mount", "--make-rprivate", "/")
    etc = FOLDER / "etc"
    etc.mkdir()
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
        "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", etc / "privkey.pem", "-out", etc / "fullchain.pem")
    (etc / "both.pem").write_text((etc / "fullchain.pem").read_text() + (etc / "privkey.pem").read_text())
    hearth = pathlib.Path("/etc/hearth")
    # What is made here is seen in this namespace alone: a file system of its own lies over /etc.
    (FOLDER / "upper").mkdir()
    (FOLDER / "work").mkdir()
    run("mount", "-t", "tmpfs", "tmpfs", FOLDER / "upper")
    for folder in ("changes", "work"):
        (FOLDER / "upper" / folder).mkdir()
    run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir=/etc,upperdir={FOLDER}/upper/changes,workdir={FOLDER}/upper/work", "/etc")
    hearth.mkdir(exist_ok=True)
    for file in etc.iterdir():
        (hearth / file.name).write_text(file.read_text())
    pathlib.Path("/etc/hosts").write_text(f"127.0.0.1 localhost {HOST}\n")
    FOLDER.chmod(0o755)


def configuration():
    """What is around the block, the block, and the command that runs it."""
    text = block(NAME)
    if NAME == "nginx":
        if MODE != "tls":
            text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.MULTILINE).replace("listen 443 ssl;", "listen 80;")
        if MODE == "control":
            text = text.replace("proxy_request_buffering off;", "proxy_request_buffering off;\n    proxy_ignore_headers X-Accel-Buffering;")
        paths = " ".join(f"{kind}_temp_path {FOLDER}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = f"daemon off; user root; pid {FOLDER}/pid; error_log {FOLDER}/error.log; events {{}}\nhttp {{ access_log off; {paths}\n{text}}}\n"
        return whole, [DEBIAN / "usr/sbin/nginx", "-e", FOLDER / "error.log", "-c", FOLDER / "proxy.conf", "-p", FOLDER], ["--trusted-proxy", "127.0.0.1"]
    if NAME == "haproxy":
        if MODE != "tls":
            text = text.replace("bind :443 ssl crt /etc/hearth/both.pem", "bind :80")
        return text, [DEBIAN / "usr/sbin/haproxy", "-db", "-f", FOLDER / "proxy.conf"], ["--proxy-protocol-from", "127.0.0.1"]
    if MODE != "tls":
        text = re.sub(r"^ *SSL.*\n", "", text, flags=re.MULTILINE).replace("*:443", "*:80").replace('"https"', '"http"')
    modules = ["mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel", "headers", "ssl"]
    loaded = "\n".join(f"LoadModule {module}_module {DEBIAN}/usr/lib/apache2/modules/mod_{module}.so" for module in modules)
    whole = f"ServerName {HOST}\nListen {PORT}\nPidFile {FOLDER}/pid\nErrorLog {FOLDER}/error.log\nUser www-data\nGroup www-data\n{loaded}\n{text}"
    return whole, [DEBIAN / "usr/sbin/apache2", "-X", "-f", FOLDER / "proxy.conf"], ["--trusted-proxy", "127.0.0.1"]


def serve(options):
    process = start(PROGRAMS / "hearthd", "serve", "--data", FOLDER / "data", "--admin-listen", "127.0.0.1:7434", "--connections-per-address", PER_ADDRESS, *options,
                    log="hearthd.log")
    listens(7434, process)
    return process


def member(name):
    return {**os.environ, "HOME": str(FOLDER / name), "HEARTH_HOME": str(FOLDER / name / "hearth"), "NO_COLOR": "1", "LANG": "C.UTF-8"}


def hearth(name, *arguments):
    (FOLDER / name).mkdir(exist_ok=True)
    return run(PROGRAMS / "hearth", *arguments, env=member(name), stdin=subprocess.DEVNULL)


class WebSocket:
    """A client that says as little as it can (RFC 6455)."""

    def __init__(self, source):
        connection = socket.create_connection(("127.0.0.1", PORT), source_address=(source, 0), timeout=WAIT_SECONDS)
        if MODE == "tls":
            context = ssl.create_default_context(cafile="/etc/hearth/fullchain.pem")
            connection = context.wrap_socket(connection, server_hostname=HOST)
        self.connection = connection
        connection.sendall((f"GET /v1/socket HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Protocol: hearth.v1.json\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(1)
            if not part:
                break
            head += part
        self.status = int(head.split(b" ")[1]) if head else 0

    def send(self, opcode, payload):
        mask = os.urandom(4)
        size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0x80 | 126, len(payload))
        self.connection.sendall(bytes([0x80 | opcode]) + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.connection.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def receive(self):
        """The next message; pings are answered, and counted."""
        while True:
            first, second = self.exactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.exactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.exactly(8))
            payload = self.exactly(length)
            if first & 0x0F == 9:
                self.pings = getattr(self, "pings", 0) + 1
                self.send(10, payload)
            elif first & 0x0F == 8:
                raise EOFError(payload)
            else:
                return json.loads(payload)

    def ask(self, number, body):
        self.send(1, json.dumps({"request": number, **body}).encode())
        while True:
            message = self.receive()
            if message.get("request") == number:
                return message


def addresses():
    """Limits count members: the proxy speaks for each of them."""
    few = [WebSocket("127.0.0.5") for _ in range(PER_ADDRESS + 1)]
    wanted([one.status for one in few] == [101] * PER_ADDRESS + [429], "one address has its connections, and one more is answered 429")
    other = WebSocket("127.0.0.6")
    if MODE == "control":
        return wanted(other.status == 429, "without --trusted-proxy all are one address, which this check would notice")
    wanted(other.status == 101, "another address is another one")
    for one in few + [other]:
        one.connection.close()


def curl(path, *options):
    trust = ["--cacert", "/etc/hearth/fullchain.pem"] if MODE == "tls" else []
    return ["curl", "-sf", "--resolve", f"{HOST}:{PORT}:127.0.0.1", *trust, *options, URL + path]


def fetched(path):
    return subprocess.run(curl(path), capture_output=True, check=True).stdout


def listening(log, *options):
    """Ravi's stream of the group's events, once it has begun. A proxy that holds events back shows none."""
    stream = asking(log, *options)
    wanted(said(log, "event: subscribed", stream), "a stream of events begins")
    return stream


def asking(log, *options):
    [group] = [json.loads(line) for line in hearth("ravi", "groups", "--json").splitlines()]
    token = json.loads((FOLDER / "ravi/hearth/profile.json").read_text())["token"]
    return start(*curl(f"/v1/groups/{group['groupId']}/events", "-N", "-H", f"Authorization: Bearer {token}", *options), log=log)


def said(log, text, process, seconds=WAIT_SECONDS):
    """Whether a program that goes on writes the text in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended = process.poll() is not None
        if text in (FOLDER / log).read_text():
            return True
        if ended:
            raise SystemExit(f"{log} ended: {(FOLDER / log).read_text()}")
        time.sleep(0.05)
    return False


def household():
    """Asha and Ravi, who share a group."""
    trust = ["--ca", "/etc/hearth/fullchain.pem"] if MODE == "tls" else []
    hearth("asha", "register", "--server", URL, "--name", "Asha", *trust)
    hearth("asha", "create", "Home", "--currency", "INR")
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", hearth("asha", "invite"))[0]
    hearth("ravi", "register", "--server", URL, "--name", "Ravi", *trust)
    hearth("ravi", "join", code)


def control():
    """What the other cases check is noticed where it is missing: a proxy that is trusted, and one that gives events on at once."""
    serve([])
    addresses()
    household()
    stream = asking("held.log")
    wanted(not said("held.log", "event:", stream, seconds=HELD_SECONDS), "a proxy that holds events back shows none, which this check would notice")


def living(options):
    server = serve(options)
    household()
    feed = start(PROGRAMS / "hearth", "feed", log="feed.log", environment=member("ravi"))

    def shown(text):
        return said("feed.log", text, feed)

    stream = listening("events.log")
    hearth("asha", "add", "450.50", "Vegetables")
    wanted(shown("Vegetables"), "an entry is seen live")
    wanted(said("events.log", "Vegetables", stream), "and in the stream of events")
    receipt = FOLDER / "receipt.jpg"
    receipt.write_bytes(b"\xff\xd8\xff\xe0" + os.urandom(5 * 1024 * 1024 - 4))
    hearth("asha", "receipt", "add", "last", receipt)
    wanted(True, "a receipt of 5 MiB arrives")
    page = fetched("/").decode()
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    longest = max(len(fetched(file)) for file in files)
    wanted(longest > 10_000 and server.poll() is None, f"{len(files)} files of the page arrive, the longest of {longest} bytes")
    addresses()

    silent = WebSocket("127.0.0.7")
    silent.ask(1, {"register": {"displayName": "Mira"}})
    silent.receive()
    silent.connection.settimeout(1)
    end = time.monotonic() + SILENCE
    while time.monotonic() < end:
        try:
            raise SystemExit(f"The server said {silent.receive()} in the silence.")
        except TimeoutError:
            pass
    silent.connection.settimeout(WAIT_SECONDS)
    wanted("groups" in silent.ask(2, {"listGroups": {}}),
           f"after {SILENCE:.0f} s in which nobody says anything ({getattr(silent, 'pings', 0)} pings) the connection answers")
    comments = sum(line.startswith(":") for line in (FOLDER / "events.log").read_text().splitlines())
    hearth("asha", "add", "35", "Bread")
    wanted(said("events.log", "Bread", stream), f"and the stream of events goes on behind its silence ({comments} comments)")

    server.terminate()
    wanted(server.wait(timeout=WAIT_SECONDS) == 0, "the server ends in order")
    wanted(said("events.log", "event: end", stream), "the stream says its end")
    stream.wait(timeout=WAIT_SECONDS)
    server = serve(options)
    hearth("asha", "add", "99", "Milk")
    wanted(shown("Milk"), "the feed is there again after the server's restart")
    last = re.findall(r"^id: *(\S+)$", (FOLDER / "events.log").read_text(), re.MULTILINE)[-1]
    stream = listening("again.log", "-H", f"Last-Event-ID: {last}")
    wanted(said("again.log", "Milk", stream), "a stream with the last id has what came meanwhile")
    wanted("Bread" not in (FOLDER / "again.log").read_text(), "and nothing twice")
    stream.terminate()
    server.terminate()
    wanted(server.wait(timeout=WAIT_SECONDS) == 0, "the server ends in order")


def main():
    prepare()
    text, command, options = configuration()
    (FOLDER / "proxy.conf").write_text(text)
    libraries = {"LD_LIBRARY_PATH": f"{DEBIAN}/usr/lib/x86_64-linux-gnu"}
    proxy = start(*command, log="proxy.log", environment=libraries)
    listens(PORT, proxy)
    if MODE == "control":
        control()
        return print("a proxy that is not trusted, and one that holds events back, are noticed: ok")
    living(options)
    print(f"an entry live, 5 MiB of a receipt, members' own addresses; socket and stream of events over {SILENCE:.0f} s of silence and a restart: ok")


try:
    main()
finally:
    for process in reversed(started):
        # A proxy that is killed leaves its workers behind; one that is asked to end takes them along.
        process.terminate()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
