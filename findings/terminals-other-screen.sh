#!/usr/bin/env bash
# What a full-screen program has drawn stays to be read after it has left, in screen and in mosh; and erasing it keeps it in screen's history.
#
# Guess: CSI ? 1049 l brings back the screen that stood there before, as tmux does, and balances drawn on the other screen are gone with it;
# a program that erases its screen (CSI 2 J) before it leaves needs no other screen at all.
# Seen: tmux 3.3a brings it back. screen 4.9.0 and mosh 1.4.0 have one screen alone: what was drawn is still there, and what stood before is lost;
# screen has "altscreen on" for it, mosh no setting. screen moves what CSI 2 J, or CSI J from the top, erases into its history; lines that are erased
# one by one (CSI 2 K) are gone in all three.
# So a program that shows money erases its screen line by line before it leaves it, and where it draws anew.
source "$(dirname "$0")/common.bash"
debian_packages tmux=3.3a-3 screen=4.9.0-4 'mosh=1.4.0*' libevent-core-2.1-7 libutempter0 libtinfo6 libprotobuf32 libpam0g libcrypt1 libaudit1 \
  libcap-ng0 2>"$folder/unsandboxed"
export LC_ALL=C.UTF-8 SCREENDIR="$folder/screens" TMUX_TMPDIR="$folder"
mkdir -m 700 "$SCREENDIR"
outer() { tmux -L outer "$@"; }
outer -f /dev/null new-session -d -x 80 -y 8 "exec cat"

cat >"$folder/program" <<'P'
printf 'before\r\n\033[?1049h\033[H\033[2JAsha owes 500\r\n'
case $1 in
  "erases all") printf '\033[2J' ;;
  "erases from the top") printf '\033[H\033[J' ;;
  "erases each line") for line in 1 2 3 4 5 6 7 8; do printf '\033[%d;1H\033[2K' "$line"; done; printf '\033[H' ;;
esac
printf '\033[?1049l'
printf left
exec cat
P
# left_in NAME COMMAND...: what is to be seen of the program that has left, in a window of the outer tmux.
left_in() {
  outer new-window -t :1 "${@:2}"
  for _ in $(seq 300); do
    pane=$(outer capture-pane -p -t :1)
    case $pane in *left*) break ;; *) sleep 0.05 ;; esac
  done
  echo "$1: $(tr -s '\n' ' ' <<<"$pane")"
}
seen() {
  for manner in leaves "erases all" "erases from the top" "erases each line"; do
    left_in "tmux, $manner" "sh '$folder/program' '$manner'"
    outer kill-window -t :1
    left_in "screen, $manner" "screen -S flat -c /dev/null sh '$folder/program' '$manner'"
    screen -S flat -X hardcopy -h "$folder/history"
    for _ in $(seq 100); do [ -s "$folder/history" ] && break || sleep 0.05; done
    echo "screen's history, $manner: $(tr -s '\n' ' ' <"$folder/history")"
    screen -S flat -X quit
    rm "$folder/history"
    outer kill-window -t :1 2>"$folder/gone" || true
    read -r port key < <(mosh-server new -i 127.0.0.1 -- sh "$folder/program" "$manner" 2>&1 | sed -n 's/\r//; s/^MOSH CONNECT //p')
    left_in "mosh, $manner" "MOSH_KEY=$key mosh-client 127.0.0.1 $port"
    outer send-keys -t :1 C-d
    for _ in $(seq 100); do outer list-windows | grep -q ^1: && sleep 0.05 || break; done
  done
  outer kill-server
}
expect "tmux, leaves: before left 
screen, leaves: Asha owes 500 left 
screen's history, leaves: before Asha owes 500 left 
mosh, leaves: Asha owes 500 left 
tmux, erases all: before left 
screen, erases all:  left 
screen's history, erases all: before Asha owes 500 left 
mosh, erases all:  left 
tmux, erases from the top: before left 
screen, erases from the top: left 
screen's history, erases from the top: before Asha owes 500 left 
mosh, erases from the top: left 
tmux, erases each line: before left 
screen, erases each line: left 
screen's history, erases each line: before left 
mosh, erases each line: left " "$(seen)"
