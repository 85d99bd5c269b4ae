#!/usr/bin/env python3
"""Walks through a family's screens in a real terminal: tmux at 80 and 40 columns, in English and Hindi.

  Tests/Terminal/walk.py --programs .build/debug [--keep FOLDER]

Each screen is run in four windows. In each of them no line is longer than the window, and every amount of the wide English screen
stands whole in the other three. The room is entered and left in each, follows the window's width, and leaves the window as it was.
The same is done over ssh, where a room whose line breaks has to end. With --keep the screens are written to files, to be looked at.
"""
import argparse
import getpass
import os
import pathlib
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

WIDTHS = (80, 40)
LANGUAGES = ("en", "hi")
# Lines of a window: no screen of the walk scrolls.
HEIGHT = 400
# Lines of a window in which the room is entered.
ROOM_HEIGHT = 24
# From this width on the room has a side.
SIDE = 70
# How long a command may take, in seconds.
PATIENCE = 60
AMOUNT = re.compile(r"[-+]?₹[\d,]+\.\d\d")
ROLES = {"Ravi": "admin", "Mira": "adult", "Dadi": "viewer", "Riya": "minor"}


class Failure(Exception):
    pass


class Walk:
    def __init__(self, programs, folder, keep):
        self.programs, self.folder, self.keep = programs, folder, keep
        self.socket = f"hearth-walk-{os.getpid()}"
        self.windows, self.written, self.failures, self.screens = {}, {}, [], 0

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", *arguments], capture_output=True, text=True, cwd=self.folder)
        if done.returncode:
            raise Failure(f"tmux {arguments}: {done.stderr}")
        return done.stdout

    def begin(self):
        environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "TERM": "screen-256color", "PS1": "$ ", "HOME": str(self.folder)}
        os.environ.pop("TMUX", None)
        for width in WIDTHS:
            name = f"columns-{width}"
            command = ["env", "-i", *(f"{key}={value}" for key, value in environment.items()), "sh"]
            self.tmux("-u", "new-session", "-d", "-s", name, "-x", str(width), "-y", str(HEIGHT), shlex.join(command))
            self.windows[width] = name
            # What the window is written, so that nothing is waited for longer than it takes.
            pipe = f"{self.folder}/{name}"
            os.mkfifo(pipe)
            self.written[width] = os.open(pipe, os.O_RDWR)
            self.tmux("pipe-pane", "-t", name, f"exec cat >{shlex.quote(pipe)}")

    def end(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)

    def quiet(self, who, *arguments):
        """Runs a command without a terminal, and wants it done."""
        done = subprocess.run([f"{self.programs}/hearth", *arguments], env=self.environment(who), capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise Failure(f"{who}: hearth {shlex.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def environment(self, who):
        return {"HEARTH_HOME": f"{self.folder}/{who}", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}

    def shown(self, who, arguments, width, language, keys=None):
        """What a window of that width shows of the command, with the status; `keys` are typed once something is asked."""
        window, mark = self.windows[width], f"{self.folder}/status"
        pathlib.Path(mark).unlink(missing_ok=True)
        words = [f"HEARTH_HOME={self.folder}/{who}", f"{self.programs}/hearth", *arguments, "--language", language]
        script = pathlib.Path(f"{self.folder}/line.sh")
        script.write_text(f"clear; printf '\\033[3J'; {shlex.join(['env', *words])}; echo $? >{mark}.new; mv {mark}.new {mark}\n")
        self.tmux("send-keys", "-t", window, f" . {script}", "Enter")
        typed = False

        def has_ended():
            nonlocal typed
            if keys and not typed and self.capture(window).endswith(":"):
                self.tmux("send-keys", "-t", window, keys, "Enter")
                typed = True
            # The prompt comes behind all that the command has written.
            return os.path.exists(mark) and self.has_prompt(window)

        self.await_(width, has_ended, f"{who}: hearth {shlex.join(arguments)} at {width} columns came to no end")
        if keys and not typed:
            self.failures.append(f"{who}: hearth {shlex.join(arguments)} at {width} columns, {language}: nothing was asked")
        status = int(pathlib.Path(mark).read_text())
        return self.capture(window), self.capture(window, "-J"), status

    def await_(self, width, holds, otherwise):
        """Waits until something holds, and looks again whenever the window has been written to."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if not select.select([self.written[width]], [], [], max(end - time.monotonic(), 0))[0]:
                raise Failure(f"{otherwise}:\n{self.capture(self.windows[width])}")
            os.read(self.written[width], 1 << 16)

    def room(self, who, line=None):
        """Enters the room in all four windows, types an entry that is not sent, and leaves: the window is as it was."""
        for language in LANGUAGES:
            for width in WIDTHS:
                window, place = self.windows[width], f"{who}: hearth room at {width} columns, {language}{', over ssh' if line else ''}"
                text = self.enter(who, width, language, place, line)
                if "Stood here before" in text:
                    self.failures.append(f"{place}:\n{text}")
                self.tmux("send-keys", "-t", window, "C-c")
                self.await_(width, lambda: "The status is" in self.capture(window) and self.has_prompt(window), f"{place}: it is not left")
                left = self.capture(window)
                state = self.tmux("display-message", "-p", "-t", window, "#{alternate_on} #{cursor_flag}").split()
                if left.split() != "Stood here before The status is 0".split() or state != ["0", "1"]:
                    self.failures.append(f"{place}: the window is not as it was ({state}):\n{left}")
                self.resize(window, width, HEIGHT)
                self.screens += 1
                if self.keep:
                    with open(f"{self.keep}/{width}-{language}.txt", "a") as file:
                        file.write(f"━━ {who}: hearth room{' over ssh' if line else ''}\n{text}\n\n")

    def enter(self, who, width, language, place, line):
        """Enters the room in a window, types an entry and takes it back; gives what was shown of it."""
        window, other = self.windows[width], next(one for one in WIDTHS if one != width)
        self.resize(window, width, ROOM_HEIGHT)
        command = ["env", "LC_ALL=C.UTF-8", f"HEARTH_HOME={self.folder}/{who}", f"{self.programs}/hearth", "room", "--language", language]
        # ssh gives its words to a shell of the other side.
        command = shlex.join([*line, shlex.join(command)] if line else command)
        script = pathlib.Path(f"{self.folder}/line.sh")
        script.write_text(f"clear; printf '\\033[3J'; echo Stood here before; {command}; echo The status is $?\n")
        self.tmux("send-keys", "-t", window, f" . {script}", "Enter")
        live, sends = {"en": ("● live", "Enter sends it"), "hi": ("● लाइव", "Enter भेजता है")}[language]
        self.await_(width, lambda: live in self.capture(window), f"{place}: it is not there")
        has_side = lambda columns: ("│" in self.capture(window)) == (columns >= SIDE)
        self.await_(width, lambda: has_side(width), f"{place}: it has another width")
        self.tmux("send-keys", "-t", window, "-l", "tea 1234.56 #dining")
        # The line of hints may be drawn before the rest.
        shown = lambda text: sends in text and "₹1,234.56" in text
        self.await_(width, lambda: shown(self.capture(window)), f"{place}: what is typed is not understood")
        text = self.capture(window)
        for columns in (other, width):
            self.resize(window, columns, ROOM_HEIGHT)
            self.await_(width, lambda: has_side(columns) and shown(self.capture(window)), f"{place}: it does not follow a window of {columns} columns")
        self.tmux("send-keys", "-t", window, "Escape")
        self.await_(width, lambda: sends not in self.capture(window), f"{place}: Escape does not clear the line")
        return text

    def resize(self, window, width, height):
        """Gives a window a size. tmux tells its programs a while later of one that follows another closely."""
        self.tmux("resize-window", "-t", window, "-x", str(width), "-y", str(height))
        terminal = os.open(self.tmux("display-message", "-p", "-t", window, "#{pane_tty}").strip(), os.O_RDWR | os.O_NOCTTY)
        end = time.monotonic() + PATIENCE
        while termios.tcgetwinsize(terminal) != (height, width):
            if time.monotonic() > end:
                raise Failure(f"{window}: tmux does not make it {width} columns wide")
            # Nothing announces it.
            select.select([], [], [], 0.005)
        os.close(terminal)

    def broken_line(self, who, line):
        """A room whose line of ssh breaks ends: nothing of it goes on."""
        width = WIDTHS[0]
        place = f"{who}: hearth room on a line that breaks"
        self.enter(who, width, "en", place, line)
        home = f"HEARTH_HOME={self.folder}/{who}".encode()
        rooms = processes(lambda words, variables: words[0].endswith(b"/hearth") and home in variables)
        clients = processes(lambda words, variables: words[0] == b"ssh" and str(self.folder).encode() in b" ".join(words))
        if len(rooms) != 1 or len(clients) != 1:
            raise Failure(f"{place}: {len(rooms)} rooms on {len(clients)} lines")
        room = os.pidfd_open(rooms[0])
        os.kill(clients[0], signal.SIGKILL)
        if not select.select([room], [], [], PATIENCE)[0]:
            self.failures.append(f"{place}: it goes on")
        os.close(room)

    def has_prompt(self, window):
        return self.tmux("capture-pane", "-p", "-t", window).rstrip("\n ").endswith(("\n$", "\n#"))

    def capture(self, window, *options):
        lines = self.tmux("capture-pane", "-p", *options, "-t", window).split("\n")
        # The prompt that stands below what was shown is the window's own.
        while lines and lines[-1].strip() in ("", "$", "#"):
            lines.pop()
        return "\n".join(line.rstrip() for line in lines)

    def screen(self, who, *arguments, keys=None, status=0, shortens=False):
        """Looks at a command in all four windows. A screen that shortens says ₹1.2 K where a window is narrow."""
        wide = None
        for language in LANGUAGES:
            for width in WIDTHS:
                text, joined, ended = self.shown(who, arguments, width, language, keys)
                place = f"{who}: hearth {shlex.join(arguments)} at {width} columns, {language}"
                if ended != status:
                    self.failures.append(f"{place}: status {ended}, not {status}:\n{text}")
                if not text.strip():
                    self.failures.append(f"{place}: nothing is shown")
                # A word that is longer than the window, such as the path of a file, is never cut.
                cut = [line for line in joined.split("\n") if line not in text.split("\n") and " " in line.strip()]
                if cut:
                    self.failures.append(f"{place}: longer than the window: {cut}")
                amounts = AMOUNT.findall(text)
                wide = wide if wide is not None else sorted(set(amounts))
                if not shortens and sorted(set(amounts)) != wide:
                    self.failures.append(f"{place}: other amounts: {sorted(set(amounts))}, not {wide}")
                self.screens += 1
                if self.keep:
                    with open(f"{self.keep}/{width}-{language}.txt", "a") as file:
                        file.write(f"━━ {who}: hearth {shlex.join(arguments)}\n{text}\n\n")


def family(walk, url):
    for name in ["Asha", *ROLES]:
        walk.quiet(name, "register", "--server", url, "--name", name)
    walk.quiet("Asha", "create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    for name, role in ROLES.items():
        code = re.search(r'"code":"([^"]+)"', walk.quiet("Asha", "invite", "--role", role, "--json")).group(1)
        walk.quiet(name, "join", code, *(["--accept-transparency"] if role == "minor" else []))


def story(walk):
    """The screens of a family: a limit, an allowance, accounts, coaching, privacy, a child that grows up."""
    say, look = walk.quiet, walk.screen
    look("Riya", "me")
    say("Asha", "limit", "set", "Riya", "Pocket money of the month", "500", "--period", "monthly")
    say("Asha", "limit", "set", "Riya", "Dining", "300", "--period", "weekly", "--category", "dining")
    for amount, text in (("400", "School books and pencils"), ("100", "Samosa"), ("10", "Bus")):
        say("Riya", "spend", amount, text)
    say("Asha", "guardian", "add", "Riya", "Ravi")
    say("Asha", "allowance", "set", "Riya", "300", "--period", "monthly", "--note", "Pocket money")
    look("Asha", "child", "Riya")
    look("Ravi", "child", "Riya")
    look("Riya", "me")
    look("Mira", "child", "Riya", status=64)
    look("Ravi", "me")
    say("Asha", "account", "add", "Savings", "--type", "savings", "--opening", "100000")
    say("Asha", "account", "add", "Cash at home", "--type", "cash", "--opening", "2500.50")
    look("Asha", "account")
    look("Riya", "account")
    look("Asha", "account", "share", "Savings", "Ravi", keys="no")
    say("Asha", "account", "share", "Savings", "Ravi", "--yes")
    say("Asha", "account", "share", "Savings", "Riya")
    say("Ravi", "account", "deposit", "Savings", "1234.56", "Refund of the electricity company")
    look("Asha", "account", "show", "Savings")
    look("Ravi", "account", "show", "Savings")
    look("Riya", "account", "show", "Savings")
    say("Ravi", "account", "unshare", "Savings", "me")
    look("Asha", "account", "show", "Savings")
    look("Asha", "child", "Riya")
    say("Mira", "coach", "Riya", "You saved half of it. Well done!")
    look("Mira", "coach", "Riya", "You never save. You must stop wasting money!", status=1)
    say("Mira", "coach", "Ravi", "Thank you for the milk!")
    say("Ravi", "coach", "mute", "Mira")
    look("Ravi", "coach")
    say("Asha", "coach", "restrict", "Riya")
    look("Mira", "coach", "Riya", "Well done again", status=1)
    look("Riya", "coach")
    look("Mira", "coach")
    say("Asha", "add", "1200", "Groceries for the whole week", "--category", "groceries")
    say("Asha", "budget", "set", "Groceries", "5000", "--category", "groceries")
    for name in ("Asha", "Dadi"):
        look(name, "dash", shortens=True)
    look("Asha", "budgets")
    walk.room("Asha")
    look("Asha", "members")
    look("Riya", "members")
    say("Mira", "share-category", "groceries", "on")
    look("Mira", "privacy")
    look("Riya", "privacy")
    look("Asha", "history", "--limit", "1000")
    look("Riya", "history", "--limit", "1000")
    look("Asha", "balances")
    look("Asha", "can", "Riya", "spending.set")
    say("Riya", "role", "request", "adult")
    look("Asha", "child", "Riya")
    say("Asha", "role", "approve", "Riya")
    look("Asha", "child", "Riya", status=64)
    look("Riya", "me")
    look("Mira", "privacy", "separate", keys="no")
    say("Mira", "privacy", "separate", "--yes", "--to", f"{walk.folder}/taken")
    look("Mira", "privacy")
    look("Mira", "add", "10", "Tea", status=1)
    look("Dadi", "members")


def processes(holds):
    """The ids of this user's processes whose words and variables are as asked."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words, variables = ((place / name).read_bytes().split(b"\0") for name in ("cmdline", "environ"))
        except OSError:
            continue
        if holds(words, variables):
            found.append(int(place.name))
    return found


def ssh(folder):
    """The words that run a command over ssh: a real client and a real server, between which there is a pipe and no network."""
    server = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
    if not server:
        if os.environ.get("HEARTH_SKIP_NOTHING"):
            raise Failure("There is no sshd. On Debian: apt-get install openssh-server")
        return None
    if os.geteuid() == 0:
        # A server of root's wants this folder, which Debian's unit makes.
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    for key in ("host", "member"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", key, "-f", f"{folder}/ssh-{key}"], check=True)
    pathlib.Path(f"{folder}/sshd_config").write_text(
        f"HostKey {folder}/ssh-host\nAuthorizedKeysFile {folder}/ssh-member.pub\nStrictModes no\nUsePAM no\nPidFile none\n"
        f"PermitRootLogin prohibit-password\nPasswordAuthentication no\nPrintMotd no\nPrintLastLog no\n")
    pathlib.Path(f"{folder}/known_hosts").write_text("walk " + pathlib.Path(f"{folder}/ssh-host.pub").read_text())
    options = ["ProxyCommand=" + shlex.join([server, "-i", "-f", f"{folder}/sshd_config"]), f"UserKnownHostsFile={folder}/known_hosts",
               "StrictHostKeyChecking=yes", f"IdentityFile={folder}/ssh-member", "IdentitiesOnly=yes", "LogLevel=ERROR"]
    return ["ssh", "-F", "none", "-tt", *(word for option in options for word in ("-o", option)), f"{getpass.getuser()}@walk"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=".build/debug", help="where hearthd and hearth are")
    parser.add_argument("--keep", default="", help="a folder to write the screens to")
    options = parser.parse_args()
    programs = os.path.abspath(options.programs)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        for file in pathlib.Path(options.keep).glob("*-??.txt"):
            file.unlink()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [f"{programs}/hearthd", "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        walk = Walk(programs, folder, options.keep)
        try:
            url = listening(server)
            family(walk, url)
            walk.begin()
            story(walk)
            line = ssh(folder)
            if line:
                walk.room("Asha", line)
                walk.broken_line("Asha", line)
            else:
                print("left out: the room over ssh. On Debian: apt-get install openssh-server")
        except Failure as failure:
            walk.failures.append(str(failure))
        finally:
            walk.end()
            server.terminate()
            server.wait()
    for failure in walk.failures:
        print(f"FAILED {failure}")
    print(f"{walk.screens} screens, {len(walk.failures)} failures")
    return 1 if walk.failures or not walk.screens else 0


def listening(server):
    for line in server.stdout:
        found = re.search(r"wss?://127\.0\.0\.1:\d+", line)
        if found:
            return found.group(0)
    raise Failure("the server does not listen")


if __name__ == "__main__":
    sys.exit(main())
