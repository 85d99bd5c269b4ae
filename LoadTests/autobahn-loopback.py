"""The Autobahn suite's own command, listening on 127.0.0.1 only: by itself it listens on every interface. Python 2.7."""
import autobahntestsuite.wstest
from twisted.internet import reactor


def on_loopback(listen):
    def listen_there(port, factory, backlog=50, interface=None):
        return listen(port, factory, backlog, "127.0.0.1")

    return listen_there


reactor.listenTCP = on_loopback(reactor.listenTCP)
autobahntestsuite.wstest.run()
