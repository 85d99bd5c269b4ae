#!/usr/bin/env python3
"""Lives with the package in a chroot, as an operator and two members do; check.sh runs it in namespaces of its own.

There is no systemd in the chroot: what its units say is done here by hand, directive by directive.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

MEMBERS, ADMIN = "http://127.0.0.1:7433", "http://127.0.0.1:7434"
WAIT_SECONDS = 60


def run(*command, **options):
    """Runs a command to its end, and stops with what it said when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def wanted(truth, words):
    print(("ok   " if truth else "FAIL ") + words, flush=True)
    if not truth:
        raise SystemExit(1)


def answer(url, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method), timeout=10) as got:
            return got.status, got.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def until(truth, words):
    """Waits for something that comes by itself."""
    end = time.monotonic() + WAIT_SECONDS
    while not truth():
        if time.monotonic() > end:
            raise SystemExit(f"It did not come to that within {WAIT_SECONDS} s: {words}")
        time.sleep(0.05)


class Debian:
    """The chroot."""

    def __init__(self, root, lent):
        self.root = pathlib.Path(root)
        for folder in lent:
            self.lend(folder)
        run("mount", "-t", "proc", "proc", self.root / "proc")
        run("mount", "--bind", "/dev", self.root / "dev")

    def lend(self, folder):
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        run("mount", "--bind", folder, target)
        run("mount", "-o", "remount,bind,ro", target)

    def run(self, *command, **options):
        return run("chroot", self.root, *command, **options)

    def file(self, path):
        return self.root / path.lstrip("/")

    def as_member(self, name, *arguments):
        """Runs hearth as somebody who is not root and has a home of their own."""
        home = self.file(f"/tmp/{name}")
        if not home.exists():
            home.mkdir(mode=0o700)
            os.chown(home, 65534, 65534)
        return self.run(
            "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "-i", f"HOME=/tmp/{name}", f"HEARTH_HOME=/tmp/{name}/hearth",
            "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "NO_COLOR=1", "hearth", *arguments, stdin=subprocess.DEVNULL)


class Unit:
    """A unit as installed, and the process that it describes."""

    def __init__(self, debian, name):
        self.debian, self.name = debian, name
        text = debian.file(f"/usr/lib/systemd/system/{name}").read_text().replace("\\\n", " ")
        self.lines = [line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#")]
        self.process, self.told = None, []

    def values(self, key):
        return [value for name, value in self.lines if name == key]

    def command(self):
        """ExecStart with its specifiers and variables in place (systemd.service(5), systemd.unit(5))."""
        words = shlex.split(self.values("ExecStart")[0])
        variables = {}
        for path in self.values("EnvironmentFile"):
            file = self.debian.file(path.lstrip("-"))
            for line in file.read_text().splitlines() if file.exists() else []:
                if "=" in line and not line.startswith("#"):
                    name, value = line.split("=", 1)
                    variables[name] = "".join(shlex.split(value))
        result = []
        for word in words:
            if re.fullmatch(r"\$\w+", word):
                result += variables.get(word[1:], "").split()
                continue
            word = re.sub(r"%(.)", lambda found: {"%": "%", "d": f"/run/credentials/{self.name}"}[found[1]], word)
            result.append(word.replace("$$", "$"))
        return result

    def prepare(self):
        """The user, the folders and the credentials that systemd gives it."""
        user = self.values("User")[0]
        entry = next(line for line in self.debian.file("/etc/passwd").read_text().splitlines() if line.startswith(user + ":")).split(":")
        self.user, self.group = int(entry[2]), int(entry[3])
        for folder in " ".join(self.values("StateDirectory")).split():
            path = self.debian.file(f"/var/lib/{folder}")
            path.mkdir(exist_ok=True)
            path.chmod(int(self.values("StateDirectoryMode")[0], 8))
            os.chown(path, self.user, self.group)
        credentials = self.debian.file(f"/run/credentials/{self.name}")
        credentials.mkdir(parents=True, exist_ok=True)
        for credential in self.values("LoadCredential"):
            name, source = credential.split(":")
            target = credentials / name
            target.unlink(missing_ok=True)
            target.write_bytes(self.debian.file(source).read_bytes())
            # systemd grants the user by an access list, whose mask looks like a right of the group.
            os.chown(target, 0, self.group)
            target.chmod(0o440)

    def start(self):
        self.prepare()
        watchdog = int(self.values("WatchdogSec")[0]) if self.values("WatchdogSec") else 0
        environment = [f"CREDENTIALS_DIRECTORY=/run/credentials/{self.name}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
        if "notify" in self.values("Type"):
            path = self.debian.file("/run/notify")
            path.unlink(missing_ok=True)
            self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.notices.bind(str(path))
            self.notices.settimeout(0.1)
            path.chmod(0o666)
            # The watchdog of the unit, ten times as impatient, so that the check need not wait as long.
            environment += ["NOTIFY_SOCKET=/run/notify", f"WATCHDOG_USEC={watchdog * 1_000_000 // 10}"]
        self.process = subprocess.Popen(
            ["chroot", self.debian.root, "setpriv", "--reuid", str(self.user), "--regid", str(self.group), "--clear-groups", "--no-new-privs",
             "--bounding-set=-all", "env", "-i", *environment, *self.command()], stderr=subprocess.PIPE)
        os.set_blocking(self.process.stderr.fileno(), False)
        self.log = ""

    def listen(self):
        """What the process has told the service manager, and what it has written."""
        try:
            while True:
                self.told += self.notices.recv(4096).decode().split("\n")
        except TimeoutError:
            pass
        self.log += (self.process.stderr.read() or b"").decode()
        if self.process.poll() is not None:
            raise SystemExit(f"{self.name} ended with {self.process.returncode}:\n{self.log}")
        return self.told

    def stop(self):
        # The socket holds few messages: those of the watchdog must not keep the last one out.
        self.listen()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=WAIT_SECONDS)
        try:
            while True:
                self.told += self.notices.recv(4096).decode().split("\n")
        except TimeoutError:
            pass
        wanted(status == 0 and "STOPPING=1" in self.told, "SIGTERM ends it in order, and it says that it stops")


def sha(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def serve(debian):
    unit = Unit(debian, "hearthd.service")
    unit.start()
    until(lambda: "READY=1" in unit.listen(), "READY=1")
    wanted(answer(ADMIN + "/readyz") == (200, "ready\n"), "the unit's ExecStart runs by itself, says READY=1, and /readyz is 200")
    return unit


class ServiceManager:
    """What the package's scripts ask of systemd, which is not there: a systemctl that writes it down."""

    SCRIPT = """#!/bin/sh
echo "$@" >>/run/asked
case "$*" in *is-enabled*) echo enabled ;; *is-active*) echo active ;; esac
"""

    def __init__(self, debian):
        self.asked = debian.file("/run/asked")
        debian.file("/run/systemd/system").mkdir(parents=True)
        systemctl = debian.file("/usr/bin/systemctl")
        if systemctl.exists():
            raise SystemExit("The chroot has a systemctl, so what the scripts ask of it would not be seen.")
        systemctl.write_text(self.SCRIPT)
        systemctl.chmod(0o755)

    def wants(self):
        """The verbs that were asked for hearthd.service since the last look."""
        lines = self.asked.read_text().splitlines() if self.asked.exists() else []
        self.asked.unlink(missing_ok=True)
        verbs = ("start", "stop", "restart", "try-restart", "reload")
        return [word for line in lines if "hearthd.service" in line.split() for word in line.split() if word in verbs]


PATHS = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}


def check_life(debian):
    systemd = ServiceManager(debian)
    debian.run("dpkg", "-i", "/previous.deb", env=PATHS)
    wanted(systemd.wants() == ["start"], "the package has the service started")
    key = debian.file("/etc/hearth/key")
    first = sha(key)
    wanted(key.stat().st_mode & 0o777 == 0o600 and key.stat().st_uid == 0 and key.stat().st_size == 32, "the package makes a key for root alone")
    wanted(debian.run("hearthd", "--version").strip() != "" and not debian.file("/usr/bin/swift").exists(), "hearthd runs in it, without Swift")

    examples = debian.file("/usr/share/doc/hearth/examples")
    wanted("groups" in (examples / "monitoring/alerts.yml").read_text() and json.loads((examples / "monitoring/dashboard.json").read_text())["panels"],
           "alert rules and dashboard are there")
    wanted("libpq5" in debian.run("dpkg-query", "-W", "-f", "${Depends}", "hearth"), "the package depends on what the programs load")

    unit = serve(debian)
    until(lambda: unit.listen().count("WATCHDOG=1") >= 2, "two signs of life for the watchdog")
    wanted(True, "it tells the watchdog that it lives")
    debian.as_member("asha", "register", "--server", MEMBERS, "--name", "Asha")
    debian.as_member("asha", "create", "Home", "--currency", "INR")
    invited = debian.as_member("asha", "invite")
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", invited)[0]
    debian.as_member("ravi", "join", f"{MEMBERS}/join#{code}", "--name", "Ravi")
    debian.as_member("ravi", "add", "450.50", "Vegetables", "--category", "groceries")
    balances = debian.as_member("asha", "balances")
    wanted("225.25" in balances, "two members live in a group")
    wanted(b"Vegetables" not in b"".join(path.read_bytes() for path in debian.file("/var/lib/hearth").glob("hearth.db*")),
           "the key that the unit is given encrypts what is kept")
    # chroot, setpriv and env have become the program.
    unit.process.send_signal(signal.SIGHUP)
    until(lambda: unit.listen() and unit.log.count("time zones read") >= 2, "a reload")
    wanted(True, "a reload is read and ends nothing")
    backup = Unit(debian, "hearthd-backup.service")
    backup.prepare()
    command = ["setpriv", "--reuid", str(backup.user), "--regid", str(backup.group), "--clear-groups", "env", "-i", "PATH=/usr/bin:/bin",
               f"CREDENTIALS_DIRECTORY=/run/credentials/{backup.name}", *backup.command()]
    debian.run(*command)
    wanted(len(list(debian.file("/var/lib/hearth-backups").glob("*/hearth.db"))) == 1, "the backup's unit makes a proven copy")

    default = debian.file("/etc/default/hearthd")
    default.write_text(default.read_text().replace('HEARTHD_OPTIONS=""', 'HEARTHD_OPTIONS="--log-level debug --no-page"'))
    # The server goes on while the package is replaced; systemd would restart it then.
    debian.run("dpkg", "-i", "/new.deb", env=PATHS)
    wanted(systemd.wants() == ["try-restart"], "an upgrade has a service that runs started again, and no other, and does not stop it before")
    unit.stop()
    unit = serve(debian)
    wanted(unit.process.args[-3:] == ["--log-level", "debug", "--no-page"], "an upgrade leaves the options that were written")
    wanted(sha(key) == first, "an upgrade leaves the key")
    wanted(debian.as_member("asha", "balances") == balances, "an upgrade keeps everything")
    wanted(answer(MEMBERS + "/join")[0] == 404, "the options are read")
    unit.stop()

    debian.run("dpkg", "-r", "hearth", env=PATHS)
    wanted(systemd.wants() == ["stop"], "removing the package has the service stopped")
    wanted(not debian.file("/usr/bin/hearthd").exists() and default.exists(), "removed, the programs are gone and the options stay")
    debian.run("dpkg", "-P", "hearth", env=PATHS)
    wanted(not default.exists() and debian.file("/var/lib/hearth/hearth.db").exists() and sha(key) == first, "purged, data and key stay")
    kept = debian.file("/etc/hearth/key.kept")
    key.rename(kept)
    debian.run("dpkg", "-i", "/new.deb", env=PATHS)
    wanted(not key.exists(), "no key is made beside data that has one elsewhere")
    kept.rename(key)
    debian.run("dpkg", "-i", "/new.deb", env=PATHS)
    unit = serve(debian)
    wanted(sha(key) == first and debian.as_member("asha", "balances") == balances, "installed again, it serves what was there")
    unit.stop()


def check_image(image, lent):
    folder = pathlib.Path(image)
    tag = json.loads((folder / "index.json").read_text())["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"]
    run("umoci", "unpack", "--image", f"{image}:{tag}", str(folder) + ".bundle")
    settings = json.loads((folder.parent / (folder.name + ".bundle") / "config.json").read_text())
    image_settings = json.loads(run("skopeo", "inspect", "--config", f"oci:{image}:{tag}"))["config"]
    root = folder.parent / (folder.name + ".bundle") / "rootfs"
    user = settings["process"]["user"]
    wanted(user["uid"] > 0 and user["gid"] > 0, "the image's user is not root")
    for path in lent:
        target = root / path.lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
    # As every container has it: Swift reads its arguments there.
    (root / "proc").mkdir(exist_ok=True)
    run("mount", "--bind", root, root)
    run("mount", "-t", "proc", "proc", root / "proc")
    for path in lent:
        run("mount", "--bind", path, root / path.lstrip("/"))
    run("mount", "-o", "remount,bind,ro", root)
    run("mount", "-t", "tmpfs", "-o", f"uid={user['uid']},gid={user['gid']},mode=700", "tmpfs", root / "var/lib/hearth")
    process = subprocess.Popen(
        ["chroot", f"--userspec={user['uid']}:{user['gid']}", "--groups=", root, *image_settings["Entrypoint"], *image_settings["Cmd"]],
        env={"PATH": "/usr/sbin:/usr/bin"}, stderr=subprocess.DEVNULL)

    def is_ready():
        try:
            return answer(ADMIN + "/readyz")[0] == 200
        except OSError:
            return process.poll() is not None

    until(is_ready, "the image takes members")
    wanted(process.poll() is None and answer(MEMBERS + "/")[0] == 200, "the image runs as its user on a root that cannot be written")
    process.terminate()
    wanted(process.wait(timeout=WAIT_SECONDS) == 0, "SIGTERM ends it in order")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("previous")
    parser.add_argument("new")
    parser.add_argument("image")
    parser.add_argument("--lend", action="append", default=[])
    given = parser.parse_args()
    run("ip", "link", "set", "lo", "up")
    debian = Debian(given.root, given.lend)
    for name, source in (("previous", given.previous), ("new", given.new)):
        debian.file(f"/{name}.deb").write_bytes(pathlib.Path(source).read_bytes())
    check_life(debian)
    check_image(given.image, given.lend)
    print("The package and the image do what they promise.")


main()
