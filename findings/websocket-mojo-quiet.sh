#!/usr/bin/env bash
# A WebSocket of Perl's Mojolicious on which nothing is said for 40 seconds is dropped without a Close, and a message past 256 KiB ends it.
#
# Guess: a WebSocket on which nothing is said for a minute stays open, and a message of 300 kB from the server is read.
# Seen: Mojolicious 9.31 (Debian's) drops it after 40 s (inactivity_timeout, which its documentation names), and both sides read 1006 as of a broken line.
# Pings of the server every 10 s keep it. A message of 262144 bytes is read; one byte more closes with 1009, where the Python clients read 1 MiB and more.
# So a server pings within 40 s by itself, and keeps its messages to 256 KiB; a program sets max_websocket_size and inactivity_timeout otherwise.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4
debian_packages 'libmojolicious-perl=9.31*'
# Perl is the system's, and brings all that it needs.
unset LD_LIBRARY_PATH

cat >"$folder/server.py" <<'P'
import asyncio, sys

import websockets

async def main(port, pinging):
    async def serve(connection):
        name, _, size = connection.request.path[1:].partition("/")
        if size:
            await connection.send("a" * int(size))
        await connection.wait_closed()
        print(connection.request.path, connection.close_code, flush=True)
    async with websockets.serve(serve, "127.0.0.1", port, ping_interval=None), websockets.serve(serve, "127.0.0.1", pinging, ping_interval=10):
        await asyncio.get_running_loop().create_future()

asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
P
cat >"$folder/client.pl" <<'P'
use Mojo::UserAgent;
use POSIX '_exit';
use Time::HiRes 'time';
$| = 1;
my ($address, $seconds) = @ARGV;
my $began = time;
my $agent = Mojo::UserAgent->new;
$agent->websocket($address => sub {
  my ($agent, $socket) = @_;
  $socket->on(message => sub { printf "message of %d bytes\n", length $_[1]; _exit(0) });
  $socket->on(finish => sub { printf "over with %s after %.0f s\n", $_[1], time - $began; _exit(0) });
});
Mojo::IOLoop->timer($seconds => sub { printf "open after %.0f s\n", $seconds; _exit(0) });
Mojo::IOLoop->start;
_exit(0);
P
read -r port pinging < <(free_ports 2)
python "$folder/server.py" "$port" "$pinging" >"$folder/closed" &
children+=("$!")
until python3 -c 'import socket, sys; [socket.create_connection(("127.0.0.1", int(port))).close() for port in sys.argv[1:]]' "$port" "$pinging" 2>/dev/null; do sleep 0.1; done
client() { perl -I "$folder/debian/usr/share/perl5" "$folder/client.pl" "$@"; }

expect "262144 bytes: message of 262144 bytes
262145 bytes: over with 1009 after 0 s
quiet: over with 1006 after 40 s
quiet, with pings every 10 s: open after 45 s
the server read of the quiet one: 1006" "$(
  for bytes in 262144 262145; do echo "$bytes bytes: $(client "ws://127.0.0.1:$port/size/$bytes" 5)"; done
  client "ws://127.0.0.1:$port/quiet" 45 >"$folder/quiet" &
  quiet=$!
  client "ws://127.0.0.1:$pinging/pings" 45 >"$folder/pings"
  wait "$quiet"
  echo "quiet: $(cat "$folder/quiet")"
  echo "quiet, with pings every 10 s: $(cat "$folder/pings")"
  echo "the server read of the quiet one: $(sed -n 's|^/quiet ||p' "$folder/closed")"
)"
