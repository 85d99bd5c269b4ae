#!/usr/bin/env bash
# What screen pastes from its own buffer, or tmux with a bare paste-buffer, comes as if it was typed, though the program asked to be told.
#
# Guess: once a program has asked for it (CSI ? 2004 h), each paste stands between CSI 200 ~ and CSI 201 ~, whoever pastes.
# Seen: what is pasted into the terminal outside comes with both marks through screen 4.9.0, mosh 1.4.0 and tmux 3.3a. screen's own paste
# (C-a ]) has none, and neither has tmux' paste-buffer without -p; the key that tmux binds to it has -p. All of them make a carriage return,
# which is Enter, of each end of a line: of two lines the first is sent before the second has come.
# So a program that sends money on Enter takes many bytes that come at once, with an Enter among them, for a paste, and shows before it sends.
source "$(dirname "$0")/common.bash"
debian_packages tmux=3.3a-3 screen=4.9.0-4 'mosh=1.4.0*' libevent-core-2.1-7 libutempter0 libtinfo6 libprotobuf32 libpam0g libcrypt1 libaudit1 \
  libcap-ng0 2>"$folder/unsandboxed"
export LC_ALL=C.UTF-8 SCREENDIR="$folder/screens" TMUX_TMPDIR="$folder"
mkdir -m 700 "$SCREENDIR"
outer() { tmux -L outer "$@"; }
outer -f /dev/null new-session -d -x 80 -y 8 "exec cat"
outer set-buffer "$(printf 'milk 60\ntea 20\nend')"
printf 'milk 60\ntea 20\nend' >"$folder/buffer"

cat >"$folder/room.py" <<'P'
import os
import sys
import tty
tty.setraw(0)
os.write(1, b"\x1b[?2004hready")
got = b""
while not got.endswith((b"end", b"end\x1b[201~")):
    got += os.read(0, 100)
with open(sys.argv[1] + "/new", "w") as file:
    file.write(repr(got)[2:-1])
os.rename(sys.argv[1] + "/new", sys.argv[1] + "/got")
P
room="python3 '$folder/room.py' '$folder'"
# pasted NAME COMMAND PASTE...: what the room gets, which the command starts in a window of the outer tmux.
pasted() {
  rm -f "$folder/got"
  outer new-window -t :1 "$2"
  for _ in $(seq 300); do
    case $(outer capture-pane -p -t :1) in *ready*) break ;; *) sleep 0.05 ;; esac
  done
  sleep 0.3 # What stands between passes the wish on behind the text.
  "${@:3}"
  for _ in $(seq 300); do [ -e "$folder/got" ] && break || sleep 0.05; done
  echo "$1: $(cat "$folder/got")"
  outer kill-window -t :1 2>"$folder/gone" || true
}
screens_own() {
  screen -S own -X readbuf "$folder/buffer"
  screen -S own -X paste .
}
seen() {
  pasted "tmux, the key's paste-buffer -p" "$room" outer paste-buffer -p -t :1
  pasted "tmux, paste-buffer" "$room" outer paste-buffer -t :1
  pasted "through tmux within" "tmux -L inner -f /dev/null new-session \"$room\"" outer paste-buffer -p -t :1
  pasted "through screen" "screen -S through -c /dev/null $room" outer paste-buffer -p -t :1
  pasted "screen's own" "screen -S own -c /dev/null $room" screens_own
  read -r port key < <(mosh-server new -i 127.0.0.1 -- python3 "$folder/room.py" "$folder" 2>&1 | sed -n 's/\r//; s/^MOSH CONNECT //p')
  pasted "through mosh" "MOSH_KEY=$key mosh-client 127.0.0.1 $port" outer paste-buffer -p -t :1
  outer kill-server
}
expect "tmux, the key's paste-buffer -p: \x1b[200~milk 60\rtea 20\rend\x1b[201~
tmux, paste-buffer: milk 60\rtea 20\rend
through tmux within: \x1b[200~milk 60\rtea 20\rend\x1b[201~
through screen: \x1b[200~milk 60\rtea 20\rend\x1b[201~
screen's own: milk 60\rtea 20\rend
through mosh: \x1b[200~milk 60\rtea 20\rend\x1b[201~" "$(seen)"
