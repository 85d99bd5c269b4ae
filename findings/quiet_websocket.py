"""A WebSocket on loopback that takes every client, answers its pings and its Close, and says what a script says."""
import base64
import hashlib
import socket
import threading


def frame(opcode, payload):
    """A whole frame of up to 125 bytes, unmasked."""
    return bytes([0x80 | opcode, len(payload)]) + payload


def exactly(peer, count):
    data = b""
    while len(data) < count:
        part = peer.recv(count - len(data))
        if not part:
            raise ConnectionError
        data += part
    return data


def answer(peer):
    try:
        while True:
            first, second = exactly(peer, 2)
            length = second & 127
            if length == 126:
                length = int.from_bytes(exactly(peer, 2), "big")
            mask = exactly(peer, 4)
            payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(exactly(peer, length)))
            if first & 15 == 9:
                peer.sendall(frame(10, payload))
            if first & 15 == 8:
                peer.sendall(frame(8, payload))
                peer.close()
                return
    except OSError:
        pass


def take(peer, script):
    head = b""
    while b"\r\n\r\n" not in head:
        head += peer.recv(4096)
    key = next(line.split(b":", 1)[1].strip() for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key:"))
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
    threading.Thread(target=answer, args=(peer,), daemon=True).start()
    try:
        script(peer)
    except OSError:
        pass


def start(script):
    """The address of a server that calls script(peer) behind each handshake."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            peer, _ = listener.accept()
            threading.Thread(target=take, args=(peer, script), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return f"ws://127.0.0.1:{listener.getsockname()[1]}/"
