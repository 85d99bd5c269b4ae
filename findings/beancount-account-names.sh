#!/usr/bin/env bash
# beancount reads an account that is named in Devanagari and then calls its name invalid.
#
# Guess: names beyond ASCII are allowed, so Assets:आशा is as good as Assets:Éva.
# Seen: beancount 3.2.3 takes Assets:Éva and Assets:2nd-floor. Assets:आशा passes the lexer, whose every other name it would refuse as a token,
# and then fails as "Invalid account name": each part must begin with an upper-case letter or a digit, and Devanagari has no case.
# With a digit before it, Assets:1आशा is taken, so a journal can carry such names behind a number.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3

expect "Assets:Éva taken
Assets:2nd-floor taken
Assets:asha Invalid token
Assets:आशा Invalid account name
Assets:1आशा taken" "$(python - <<'P'
from beancount import loader
for name in ("Assets:Éva", "Assets:2nd-floor", "Assets:asha", "Assets:आशा", "Assets:1आशा"):
    _, errors, _ = loader.load_string(f"2026-01-01 open {name}\n")
    print(name, errors[0].message.split(":")[0] if errors else "taken")
P
)"
