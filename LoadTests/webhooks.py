"""Judges hearthd's webhooks by the package standardwebhooks, and its Web Push by http-ece and py-vapid; LoadTests/webhooks.sh starts it.

    webhooks.py HEARTHD FOLDER

FOLDER has tls.pem and tls.key, for localhost. A receiver refuses everything at first; hearthd starts anew meanwhile; then all events come once, in
order and signed, by two secrets after a rotation. Then a browser is told of an entry.
"""

import base64
import http.server
import json
import pathlib
import queue
import re
import socket
import ssl
import subprocess
import sys
import threading
import urllib.request

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

ENTRIES = 5
# The server tries again after 5 and 30 seconds.
SECONDS = 60


class Receiver(http.server.ThreadingHTTPServer):
    """Takes requests over TLS, and answers with its status."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 503
        self.came = queue.Queue()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "tls.pem", folder / "tls.key")
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        # The server that is stopped on purpose takes its requests with it.
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def next(self):
        """The next request: its fields, its body, and how it was answered."""
        return self.came.get(timeout=SECONDS)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        status = self.server.status
        self.server.came.put(({name.lower(): value for name, value in self.headers.items()}, body, status))
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


class Server:
    """A hearthd that sends to this machine."""

    def __init__(self, program, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}", "--data", folder / "data", "--webhooks", "--webhook-allow", "127.0.0.0/8",
             "--webhook-ca", folder / "tls.pem", "--web-push", "mailto:ops@example.org"],
            stderr=subprocess.PIPE, text=True)
        log = []
        for line in self.process.stderr:
            log.append(line)
            if "serving members" in line:
                break
        else:
            sys.exit("hearthd does not start:\n" + "".join(log))
        # What it says further is read, so that it never waits.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def call(self, path, body, token=None, method="POST"):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)


def expect(what, holds):
    if not holds:
        sys.exit(f"This does not hold: {what}.")


def entry(number):
    return {"content": {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": str(number), "currency": "INR"}, "description": f"Entry {number}"}}


def told(request):
    """What an event says of its entry."""
    event = json.loads(request[1])
    expect("the event is an entry", event["type"] == "entry_added")
    return event["data"]["events"][0]["event"]["entryAdded"]["content"]["description"]


def is_signed(secret, request):
    try:
        Webhook(secret).verify(request[1], request[0])
        return True
    except WebhookVerificationError:
        return False


def opened(body, key, secret):
    """What a browser with the key reads; None: the message is not for it."""
    try:
        return json.loads(http_ece.decrypt(body, private_key=key, auth_secret=secret, version="aes128gcm"))
    except http_ece.ECEException:
        return None


def judge_push(server, receiver, group, asha):
    """Has a browser of Ravi's told of what Asha enters, and judges the message."""
    key, secret = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes ok"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    code = server.call(f"{group}/invites", {"role": "ROLE_ADULT"}, asha)["inviteCode"]
    ravi = server.call("/v1/identities", {"displayName": "Ravi"})["token"]
    server.call("/v1/groups/join", {"code": code, "displayName": "Ravi"}, ravi)
    cell = {"kind": "NOTICE_KIND_ENTRIES", "channel": "NOTICE_CHANNEL_PUSH", "wanted": True}
    server.call(f"{group}/membership/preferences", {"preferences": [cell]}, ravi, "PUT")
    text = lambda some: base64.b64encode(some).decode()
    where = {"endpoint": f"https://localhost:{receiver.server_address[1]}/push/1", "key": text(point), "secret": text(secret)}
    expect("the device is told", server.call("/v1/devices/push", where, ravi, "PUT")["devices"][0]["told"])
    server.call(f"{group}/entries", entry(4_200), asha)
    while "content-encoding" not in (request := receiver.next())[0]:
        pass
    fields, body, _ = request
    expect("http-ece opens the message", opened(body, key, secret)["body"].startswith("Asha added Entry 4200: "))
    expect("its length says nothing", len(body) == 2_048)
    expect("py-vapid verifies the sender", Vapid02.verify(fields["authorization"]))
    claims = fields["authorization"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    expect("the word is for this service", claims["aud"] == where["endpoint"].removesuffix("/push/1") and claims["sub"] == "mailto:ops@example.org")
    # The control: another browser, and another word.
    expect("another browser opens nothing", opened(body, ec.generate_private_key(ec.SECP256R1()), secret) is None)
    start, rest = fields["authorization"].split("t=", 1)
    try:
        expect("another word is not verified", not Vapid02.verify(f"{start}t=x{rest[1:]}"))
    except ValueError:
        pass


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    receiver = Receiver(folder)
    server = Server(program, folder)
    try:
        token = server.call("/v1/identities", {"displayName": "Asha"})["token"]
        made = server.call("/v1/groups", {"name": "Sharma", "currency": "INR", "displayName": "Asha"}, token)
        group = f"/v1/groups/{made['groupId']}"
        url = f"https://localhost:{receiver.server_address[1]}/hook"
        added = server.call(f"{group}/webhooks", {"url": url, "label": "Judge"}, token)
        secret = added["webhookSecret"]
        expect("the secret has the usual form", re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", secret))
        for number in range(1, ENTRIES + 1):
            server.call(f"{group}/entries", entry(number), token)
        first = receiver.next()
        expect("a refused event is the first", first[2] == 503 and told(first) == "Entry 1")
        server.stop()
        receiver.status = 200
        server = Server(program, folder)
        seen = []
        while len(seen) < ENTRIES:
            request = receiver.next()
            if request[2] == 200:
                seen.append(request)
        expect("every event came once, in order", [told(request) for request in seen] == [f"Entry {n + 1}" for n in range(ENTRIES)])
        expect("an event that comes again has its id", seen[0][0]["webhook-id"] == first[0]["webhook-id"])
        expect("every id is another", len({request[0]["webhook-id"] for request in seen}) == ENTRIES)
        expect("standardwebhooks verifies all", all(is_signed(secret, request) for request in [first, *seen]))
        # The control: another secret, and another body.
        expect("another secret verifies none", not is_signed("whsec_" + "A" * 43 + "=", seen[0]))
        expect("another body is not verified", not is_signed(secret, (seen[0][0], seen[0][1] + b" ", 200)))

        webhook = json.load(urllib.request.urlopen(urllib.request.Request(
            f"{server.url}{group}/webhooks", headers={"Authorization": f"Bearer {token}"}), timeout=20))["webhooks"][0]["webhookId"]
        rotated = server.call(f"{group}/webhooks/{webhook}/secret", {}, token)["webhookSecret"]
        server.call(f"{group}/entries", entry(99), token)
        last = receiver.next()
        expect("both secrets sign after a rotation", rotated != secret and is_signed(secret, last) and is_signed(rotated, last))
        receiver.status = 201
        judge_push(server, receiver, group, token)
    finally:
        server.stop()
    print(f"{ENTRIES + 2} requests, each verified by standardwebhooks; {ENTRIES} events came once, in order, over a restart; a browser was told")


main()
