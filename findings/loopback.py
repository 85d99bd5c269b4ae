"""What the findings' servers on loopback read and say as bytes: requests, and the handshake and frames of a WebSocket."""
import base64
import hashlib
import socket
import threading
import time


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def serve(take):
    """The port of a server that calls take(peer) in a thread of its own for each connection."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            threading.Thread(target=take, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def exactly(peer, count):
    data = b""
    while len(data) < count:
        part = peer.recv(count - len(data))
        if not part:
            raise ConnectionError
        data += part
    return data


def until_end(peer):
    """What comes until the peer ends the connection, in whichever way."""
    received = b""
    try:
        while part := peer.recv(4096):
            received += part
    except OSError:
        pass
    return received


def read_head(peer):
    """The lines up to the blank one, and no byte behind it; what came, when the peer ends before."""
    head = b""
    while not head.endswith(b"\r\n\r\n") and (byte := peer.recv(1)):
        head += byte
    return head


def header(head, name):
    """The first header's value, None without one; the name is in small letters."""
    return next((line.split(b":", 1)[1].strip() for line in head.split(b"\r\n") if line.lower().startswith(name + b":")), None)


def read_request(peer):
    """A request's head and its body of the length that the head names; both are empty when the peer has ended."""
    head = read_head(peer)
    return head, exactly(peer, int(header(head, b"content-length") or 0))


def take_websocket(peer, head, *lines):
    """Answers the handshake in the head, with these lines beside its own; False when there is none."""
    key = header(head, b"sec-websocket-key")
    if not key:
        return False
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n"
                 + b"".join(line + b"\r\n" for line in lines) + b"\r\n")
    return True


def ask_websocket(port, path="/"):
    """A client that has asked for a WebSocket, and the head of the answer; it waits for ten seconds at most."""
    client = socket.create_connection(("127.0.0.1", port), timeout=10)
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    return client, read_head(client)


def frame(opcode, payload):
    """A whole frame of up to 125 bytes, unmasked."""
    return bytes([0x80 | opcode, len(payload)]) + payload


def close_frame(code, reason=b""):
    return frame(8, code.to_bytes(2, "big") + reason)


def read_frame(peer):
    """The first byte and the payload of a client's frame of up to 65535 bytes."""
    first, second = exactly(peer, 2)
    length = second & 127
    if length == 126:
        length = int.from_bytes(exactly(peer, 2), "big")
    mask = exactly(peer, 4)
    return first, bytes(byte ^ mask[index % 4] for index, byte in enumerate(exactly(peer, length)))


def until_open(port, server, name, output=None):
    """Returns when a server that was started takes connections; fails when it has ended, with what it wrote to the file output."""
    while True:
        assert server.poll() is None, f"{name} did not start" + (f": {output.read_text()}" if output else "")
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
