#!/usr/bin/env bash
# In tmux the order of two clearings decides whether what was on the screen can be scrolled back to; a reset of the terminal keeps all of it.
#
# Guess: erasing the screen (CSI 2 J) and what has scrolled away (CSI 3 J) is the same in either order, and a reset (ESC c) forgets both.
# Seen: tmux 3.3a moves the lines of the screen into its history when the screen is erased. CSI 3 J before CSI 2 J therefore leaves what was on the
# screen in the history, the other way round nothing. ESC c leaves all that was on the screen there, too, and so does CSI 2 J alone. "clear" of
# ncurses 6.4 writes both in the right order.
# A program on tmux's other screen (CSI ? 1049 h) brings none of its lines there.
# So what clears amounts away erases the screen first and the history behind it.
source "$(dirname "$0")/common.bash"
debian_packages tmux=3.3a-3 'ncurses-bin=6.4*' 'ncurses-term=6.4*' libevent-core-2.1-7 libutempter0 libtinfo6
export LC_ALL=C.UTF-8 TMUX_TMPDIR="$folder"
outer() { tmux -L outer "$@"; }
outer -f /dev/null new-session -d -x 80 -y 4 "exec cat"

# kept NAME COMMAND: which of six lines can be scrolled back to when they were written and the command has run.
kept() {
  outer new-window -t :1 "for i in 1 2 3 4 5 6; do echo paid-\$i; done; $2; printf cleared; exec cat"
  for _ in $(seq 300); do
    case $(outer capture-pane -p -t :1) in *cleared*) break ;; *) sleep 0.05 ;; esac
  done
  echo "$1: $(outer capture-pane -p -S - -t :1 | grep -o 'paid-.' | tr '\n' ' ')"
  outer kill-window -t :1
}
seen() {
  kept "nothing" true
  kept "2J 3J" "printf '\033[2J\033[3J'"
  kept "3J 2J" "printf '\033[3J\033[2J'"
  kept "2J" "printf '\033[2J'"
  kept "reset" "printf '\033c'"
  kept "clear" "$folder/debian/usr/bin/clear"
  kept "other screen, left" "printf '\033[2J\033[3J\033[?1049h'; for i in 7 8 9; do echo paid-\$i; done; printf '\033[2J\033[?1049l'"
  outer kill-server
}
expect "nothing: paid-1 paid-2 paid-3 paid-4 paid-5 paid-6 
2J 3J: 
3J 2J: paid-4 paid-5 paid-6 
2J: paid-1 paid-2 paid-3 paid-4 paid-5 paid-6 
reset: paid-1 paid-2 paid-3 paid-4 paid-5 paid-6 
clear: 
other screen, left: " "$(seen)"
