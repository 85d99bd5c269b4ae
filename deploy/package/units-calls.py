#!/usr/bin/env python3
"""Holds what hearthd does against what its unit lets it do, since no systemd runs here that would stop it: units-calls.py PROGRAMS

A server lives with a member under strace, as a user without rights, and a copy of its data is made. Every system call has to be one that
SystemCallFilter= lets through, every socket of a family of RestrictAddressFamilies=, no memory writable and executable at once
(MemoryDenyWriteExecute=), and no file opened for writing outside of the state directories (ProtectSystem=strict).
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

DEPLOY = pathlib.Path(__file__).resolve().parent.parent
WAIT_SECONDS = 60
USER = 65534
# The resolver asks for the machine's addresses by netlink, and takes a refusal for "of both kinds".
FORGIVEN_FAMILIES = {"AF_NETLINK"}
LINE = re.compile(r"^\d+ +(?:<\.\.\. )?(\w+)(?:\((.*)| resumed>)")


def calls_of(name):
    """The system calls of a set of systemd's, those of the sets in it too."""
    said = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
    words = [line.strip() for line in said.splitlines()[1:]]
    words = [word for word in words if word and not word.startswith("#")]
    return set().union({word for word in words if not word.startswith("@")}, *(calls_of(word) for word in words if word.startswith("@")))


class Unit:
    """What a unit lets a program do."""

    def __init__(self, name):
        lines = [line.split("=", 1) for line in (DEPLOY / name).read_text().splitlines() if "=" in line and not line.startswith("#")]
        self.calls = calls_of("@default")
        for key, value in lines:
            if key == "SystemCallFilter":
                self.calls = self.calls - calls_of(value[1:]) if value.startswith("~") else self.calls | calls_of(value)
        self.families = {family for key, value in lines if key == "RestrictAddressFamilies" for family in value.split()}

    def breaches(self, trace, writable):
        """What a program did that the unit forbids, in words."""
        found = set()
        for line in trace.read_text(errors="replace").splitlines():
            match = LINE.match(line)
            if not match:
                continue
            call, rest = match[1], match[2]
            if call not in self.calls:
                found.add(f"calls {call}")
            # What is resumed has said before what it is about.
            if rest is None:
                continue
            if call in ("mmap", "mprotect", "pkey_mprotect") and "PROT_WRITE" in rest and "PROT_EXEC" in rest:
                found.add(f"{call} makes memory writable and executable")
            if call == "socket" and (family := rest.split(",")[0]) not in self.families | FORGIVEN_FAMILIES:
                found.add(f"opens a socket of {family}")
            path = re.search(r'"([^"]*)"', rest)
            if call in ("openat", "open", "creat") and path and re.search(r"O_WRONLY|O_RDWR|O_CREAT", rest) and not re.search(r"= -1 E\w+", rest):
                if path[1].startswith("/") and not path[1].startswith((*writable, "/dev/null", "/proc/self/")):
                    found.add(f"writes {path[1]}")
        return found


def start(programs, trace, *arguments):
    return subprocess.Popen(
        ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs", "env", "-i", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
         "strace", "-f", "-qq", "-o", trace, programs / "hearthd", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True)


def live(server, programs, state, trace, copying):
    """A member's life with the server, a copy of its data, a reload, and the end."""
    said = ""
    while "serving health" not in said:
        line = server.stderr.readline()
        if not line:
            raise SystemExit(f"hearthd serves nobody under strace:\n{said}")
        said += line
    members, admin = re.search(r"ws://[^/]+", said)[0], re.search(r"http://[^/]+", said)[0]

    def hearth(*words):
        subprocess.run([programs / "hearth", *words], check=True, capture_output=True, timeout=WAIT_SECONDS, stdin=subprocess.DEVNULL,
                       env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HEARTH_HOME": str(programs / "home"), "HOME": str(programs)})

    hearth("register", "--server", members, "--name", "Asha")
    hearth("create", "Home", "--currency", "INR")
    hearth("notify", "address", "push", "asha")
    hearth("webhook", "add", "https://localhost:1/", "--label", "Bot")
    hearth("add", "450.50", "Vegetables")
    urllib.request.urlopen(admin + "/metrics", timeout=WAIT_SECONDS).read()
    copy = start(programs, copying, "backup", state / "copy", "--data", state / "data")
    if copy.wait(timeout=WAIT_SECONDS) != 0:
        raise SystemExit(f"The copy failed: {copy.stderr.read()}")
    process = int(re.search(r"^(\d+)", trace.read_text())[1])
    os.kill(process, signal.SIGHUP)
    until = time.monotonic() + WAIT_SECONDS
    while said.count("time zones read") < 2 and time.monotonic() < until:
        said += server.stderr.readline()
    os.kill(process, signal.SIGTERM)
    if server.wait(timeout=WAIT_SECONDS) != 0:
        raise SystemExit(f"hearthd did not end in order:\n{said}{server.stderr.read()}")


def main():
    if os.geteuid() != 0:
        raise SystemExit("Another user is taken for the server, which only root may do.")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        programs, state = folder / "programs", folder / "state"
        programs.mkdir()
        for program in ("hearthd", "hearth"):
            shutil.copy(pathlib.Path(sys.argv[1]) / program, programs)
        state.mkdir()
        os.chown(state, USER, USER)
        trace, copying = state / "trace", state / "copying"
        server = start(programs, trace, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data", state / "data", "--webhooks",
                       "--notify-hook", "/bin/true")
        try:
            live(server, programs, state, trace, copying)
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)

        for unit, one in (("hearthd.service", trace), ("hearthd-backup.service", copying)):
            found = Unit(unit).breaches(one, (str(state),))
            if found:
                raise SystemExit(f"{unit} forbids what hearthd does: " + "; ".join(sorted(found)))
            print(f"{unit} forbids nothing that hearthd did in {len(one.read_text().splitlines())} system calls.")
        # The control: a unit that lets less through is found out.
        poor = Unit("hearthd.service")
        poor.calls -= {"fdatasync"}
        poor.families -= {"AF_INET"}
        wanted = {"calls fdatasync", "opens a socket of AF_INET", f"writes {state}/data/hearth.db"}
        if not wanted <= poor.breaches(trace, ()):
            raise SystemExit("What a unit forbids is not noticed, so this check says nothing.")


main()
