#!/usr/bin/env bash
# An account number that a program copies for its user reaches the clipboard through mosh, and goes nowhere in tmux and
# screen, with no answer either way.
#
# Expected: OSC 52, by which a program hands text to the terminal's clipboard, is passed on by tmux, screen and mosh as they
# are; links (OSC 8) are shown as their text alone.
# Seen: tmux 3.3a does not pass it on (set-clipboard is "external", for tmux' own copies), with "set-clipboard on" it does;
# screen 4.9.0 never does, mosh 1.4.0 does. All three show the text of a link and lose its address, and pass a
# window's title on, tmux into its own line.
# So a program shows the account number beside "copied", writes addresses out, and puts no balance into a title.
source "$(dirname "$0")/common.bash"
debian_packages tmux=3.3a-3 screen=4.9.0-4 'mosh=1.4.0*' libevent-core-2.1-7 libutempter0 libtinfo6 libprotobuf32 libpam0g libcrypt1 libaudit1 \
  libcap-ng0 2>"$folder/unsandboxed"
export LC_ALL=C.UTF-8 TERM=xterm-256color SCREENDIR="$folder/screens" TMUX_TMPDIR="$folder"
mkdir -m 700 "$SCREENDIR"
echo "set -s set-clipboard on" >"$folder/clipboard.conf"
cat >"$folder/program" <<'P'
sleep 1
printf '\033]52;c;REU4OTM3MDQwMDQ0MDUzMjAxMzAwMA==\007'
printf '\033]8;;https://pay.example/asha\033\\Pay Asha\033]8;;\033\\ '
printf '\033]2;Balance 500\007'
printf 'done'
sleep 1
P

cat >"$folder/copy.py" <<'P'
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

program = sys.argv[1] + "/program"

def outside(name, *command, **variables):
    """What of the program's sequences the terminal outside gets."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 80, 0, 0))
        os.execvpe(command[0], command, {**os.environ, **variables})
    got, end = b"", time.monotonic() + 20
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            got += part
    os.close(terminal)
    os.waitpid(process, 0)
    seen = [what for what, sign in (("clipboard", b"REU4OTM3"), ("text of the link", b"Pay Asha"), ("its address", b"https://"),
                                    ("title", b"Balance 500")) if sign in got]
    print(f"{name}: {', '.join(seen)}")

outside("no multiplexer", "sh", program)
outside("tmux", "tmux", "-L", "copy", "-f", "/dev/null", "new-session", "sh", program)
outside("tmux, set-clipboard on", "tmux", "-L", "clipboard", "-f", f"{sys.argv[1]}/clipboard.conf", "new-session", "sh", program)
outside("screen", "screen", "-c", "/dev/null", "-S", "copy", "sh", program)
started = subprocess.run(["mosh-server", "new", "-i", "127.0.0.1", "--", "sh", program], capture_output=True, text=True).stdout
port, key = started.split("MOSH CONNECT ")[1].split()[:2]
outside("mosh", "mosh-client", "127.0.0.1", port, MOSH_KEY=key)
P
expect "no multiplexer: clipboard, text of the link, its address, title
tmux: text of the link, title
tmux, set-clipboard on: clipboard, text of the link, title
screen: text of the link, title
mosh: clipboard, text of the link, title" "$(python3 "$folder/copy.py" "$folder")"
