#!/usr/bin/env bash
# Asha owes 12345.50, and 1234 when the window is made narrower: mosh cuts the line, and does not have the rest any more when the window is wide again.
#
# Guess: a line that is longer than the narrower window goes on in the next row in tmux, and comes back whole; screen and mosh cut it.
# Seen: tmux 3.3a and screen 4.9.0 do the former. mosh 1.4.0 and pyte 0.8.2, an emulator for tests, cut it without a sign, and the rest is gone for good.
# On tmux's other screen (CSI ? 1049 h) the line is cut as well, and comes back whole.
# What is cut within a number is another number, and no byte tells the program; the size alone does (SIGWINCH).
# So an amount stands at the beginning of its line, in front of what may be cut, and a program that stays draws anew when the size changes.
source "$(dirname "$0")/common.bash"
python_packages pyte==0.8.2
debian_packages tmux=3.3a-3 screen=4.9.0-4 'mosh=1.4.0*' libevent-core-2.1-7 libutempter0 libtinfo6 libprotobuf32 libpam0g \
  libcrypt1 libaudit1 libcap-ng0 2>"$folder/unsandboxed"
export LC_ALL=C.UTF-8 TMUX_TMPDIR="$folder" SCREENDIR="$folder/screens"
mkdir -m 700 "$SCREENDIR"
outer() { tmux -L outer "$@"; }
outer -f /dev/null new-session -d -x 60 -y 8 "exec cat"

# program BEGINNING: a line of 42 cells, whose amount stands in the last twelve.
cat >"$folder/program" <<'P'
printf "$1"'Balances\r\nOctober, 31st: Asha owes Ravi 12345.50 INR\r\nready'
exec cat
P
seen_of() { outer capture-pane -p -t :1 | grep -v '^$' | paste -sd '|' -; }
until_seen() {
  for _ in $(seq 100); do
    pane=$(seen_of)
    case $pane in *"$1"*) return ;; *) sleep 0.05 ;; esac
  done
}
# narrowed NAME COMMAND: what is to be seen when the window has 34 columns, and when it has 60 again.
narrowed() {
  outer new-window -t :1 "${@:2}"
  until_seen ready
  outer resize-window -t :1 -x 34
  sleep 1
  echo "$1, narrow: $(seen_of)"
  outer resize-window -t :1 -x 60
  sleep 1
  echo "$1, wide again: $(seen_of)"
}
seen() {
  narrowed tmux "sh '$folder/program'"
  outer kill-window -t :1
  narrowed "tmux, other screen" "sh '$folder/program' '\033[?1049h\033[H'"
  outer kill-window -t :1
  narrowed screen "screen -S flat -c /dev/null sh '$folder/program'"
  screen -S flat -X quit
  outer kill-window -t :1 2>"$folder/gone" || true
  read -r port key < <(mosh-server new -i 127.0.0.1 -- sh "$folder/program" 2>&1 | sed -n 's/\r//; s/^MOSH CONNECT //p')
  narrowed mosh "MOSH_KEY=$key mosh-client 127.0.0.1 $port"
  outer send-keys -t :1 C-d
  for _ in $(seq 100); do outer list-windows | grep -q ^1: && sleep 0.05 || break; done
  outer kill-server
  python - <<'P'
import pyte
screen = pyte.Screen(60, 8)
stream = pyte.Stream(screen)
stream.feed("Balances\r\nOctober, 31st: Asha owes Ravi 12345.50 INR\r\nready")
for name, columns in (("narrow", 34), ("wide again", 60)):
    screen.resize(8, columns)
    print(f"pyte, {name}:", "|".join(line.rstrip() for line in screen.display if line.strip()))
P
}
expect "tmux, narrow: October, 31st: Asha owes Ravi 1234|5.50 INR|ready
tmux, wide again: Balances|October, 31st: Asha owes Ravi 12345.50 INR|ready
tmux, other screen, narrow: Balances|October, 31st: Asha owes Ravi 1234|ready
tmux, other screen, wide again: Balances|October, 31st: Asha owes Ravi 12345.50 INR|ready
screen, narrow: October, 31st: Asha owes Ravi 1234|5.50 INR|ready
screen, wide again: Balances|October, 31st: Asha owes Ravi 12345.50 INR|ready
mosh, narrow: Balances|October, 31st: Asha owes Ravi 1234|ready
mosh, wide again: Balances|October, 31st: Asha owes Ravi 1234|ready
pyte, narrow: Balances|October, 31st: Asha owes Ravi 1234|ready
pyte, wide again: Balances|October, 31st: Asha owes Ravi 1234|ready" "$(seen)"
