#!/usr/bin/env bash
# A word in Devanagari takes another number of cells in tmux than two libraries that lay out terminals reckon.
#
# Guess: all three agree that vowel signs beside a consonant take a cell and those above or below take none, as in the C library.
# Seen: tmux 3.3a moves the cursor by 5 for हिन्दी, as the C library reckons; wcwidth 0.9.4 says 4, since it gives a joined pair of consonants
# two cells with their vowel sign; pyte 0.8.2 moves by 1.
# A ZERO WIDTH JOINER between consonants makes tmux put both into one cell (क्‍ष: 1), while wcwidth says 2.
source "$(dirname "$0")/common.bash"
python_packages wcwidth==0.9.4 pyte==0.8.2
debian_packages tmux=3.3a-3 libevent-core-2.1-7 libutempter0 libtinfo6

by_tmux() {
  tmux -L "$$" -f /dev/null -u new-session -d -x 80 -y 5 "printf '%s' '$1'; tmux -L $$ wait-for -S shown; cat"
  tmux -L "$$" wait-for shown
  # The pane's output is read behind the signal: ask until it has moved the cursor.
  for _ in $(seq 100); do
    cells=$(tmux -L "$$" display-message -p '#{cursor_x}')
    [ "$cells" != 0 ] && break
  done
  tmux -L "$$" kill-server
  echo "$cells"
}
try() {
  echo "$1 tmux $(by_tmux "$1") $(python - "$1" <<'P'
import sys
import pyte
import wcwidth
screen = pyte.Screen(80, 3)
pyte.Stream(screen).feed(sys.argv[1])
print("wcwidth", wcwidth.wcswidth(sys.argv[1]), "pyte", screen.cursor.x)
P
)"
}
expect "हिन्दी tmux 5 wcwidth 4 pyte 1
श्री tmux 3 wcwidth 2 pyte 2
आशा tmux 3 wcwidth 3 pyte 2
क्‍ष tmux 1 wcwidth 2 pyte 1" "$(for word in हिन्दी श्री आशा क्‍ष; do try "$word"; done)"
