"""A WebSocket on loopback that takes every client, answers its pings and its Close, and says what a script says."""
import threading

from loopback import frame, read_frame, read_head, serve, take_websocket


def answer(peer):
    try:
        while True:
            first, payload = read_frame(peer)
            if first & 15 == 9:
                peer.sendall(frame(10, payload))
            if first & 15 == 8:
                peer.sendall(frame(8, payload))
                peer.close()
                return
    except OSError:
        pass


def start(script, *lines):
    """The address of a server that calls script(peer) behind each handshake, which it answers with these lines beside its own."""

    def take(peer):
        assert take_websocket(peer, read_head(peer), *lines)
        threading.Thread(target=answer, args=(peer,), daemon=True).start()
        try:
            script(peer)
        except OSError:
            pass

    return f"ws://127.0.0.1:{serve(take)}/"
