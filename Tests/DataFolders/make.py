#!/usr/bin/env python3
"""Writes the data folders of this directory that are missing. None that is there is ever written again.

Each is a folder of one version of the database's schema, as text: `version-N.sql` is what lies in hearth.db, `plain/` and `encrypted/` are the other
files of the data folder, `key` is what the encrypted one is encrypted with, and the two `*.json` say what has to be found in a folder, whatever
its version: tokens that log in, balances in minor units by member, the last position and hash of each lane.

  python3 Tests/DataFolders/make.py            after swift build

A household is lived in a server as built, plain and encrypted; that gives today's version. The version before it has its rows in the tables of its
time, which are the first steps of Sources/SQLiteStore/Schema.swift. When a step is added, run this again: the last version's folder is
opened by today's program, which takes the step, and is kept as the new version's.
"""
import json, os, pathlib, re, shutil, signal, sqlite3, subprocess, tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = ROOT / ".build/debug"
STEPS = re.findall(r'"""\n(.*?)\n    """', (ROOT / "Sources/SQLiteStore/Schema.swift").read_text(), re.S)


def run(program, *arguments, home=None):
    environment = dict(os.environ, NO_COLOR="1", **({"HEARTH_HOME": str(home)} if home else {}))
    result = subprocess.run([PROGRAMS / program, *arguments], env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{program} {arguments} ended with {result.returncode}: {result.stdout}{result.stderr}")
    return result.stdout


class Server:
    """hearthd on a data folder, until the end of the block."""

    def __init__(self, data, options):
        self.arguments = [PROGRAMS / "hearthd", "serve", "--listen", "127.0.0.1:0", "--data", str(data), *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"(wss?://\S*)/v1/socket", line):
                self.url = found[1]
                return self
        raise SystemExit("hearthd serves nobody")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate()
        if self.process.returncode != 0:
            raise SystemExit(f"hearthd ended with {self.process.returncode}")


def live(work, options):
    """A household's beginning, with one of everything that has a table of its own. Returns what has to be found."""
    data = work / "data"
    with Server(data, options) as server:
        asha, ravi = work / "asha", work / "ravi"
        for home, name in ((asha, "Asha"), (ravi, "Ravi")):
            run("hearth", "register", "--server", server.url, "--name", name, "--device", "Kitchen", home=home)
        run("hearth", "create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC", home=asha)
        code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", run("hearth", "invite", "--role", "adult", home=asha))[0]
        run("hearth", "join", code, home=ravi)
        run("hearth", "add", "450", "Vegetables", "--note", "for Diwali", home=asha)
        run("hearth", "add", "120.50", "Cinema", home=ravi)
        run("hearth", "edit", "Cinema", "--note", "the late showing", home=ravi)
        run("hearth", "budget", "set", "Food", "9000", "--category", "groceries", home=asha)
        run("hearth", "invite", "--role", "viewer", home=asha)
        bill = work / "bill.pdf"
        bill.write_bytes(b"%PDF-1.7 a bill")
        run("hearth", "receipt", "add", "Vegetables", str(bill), home=asha)
        balances = [json.loads(line) for line in run("hearth", "balances", "--json", home=asha).splitlines()]
        tokens = [json.loads((home / "profile.json").read_text())["token"] for home in (asha, ravi)]
    database = sqlite3.connect(data / "hearth.db")
    heads = database.execute("SELECT group_id, lane, max(position), hash FROM event GROUP BY group_id, lane ORDER BY lane").fetchall()
    database.close()
    [group] = {row[0] for row in heads}
    return {
        "group": "-".join((g := group.hex())[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32))),
        "tokens": tokens,
        "balances": {line["memberId"]: int(line["minor"]) for line in balances},
        "heads": {lane: {"position": position, "hash": hash.hex()} for _, lane, position, hash in heads},
    }


def dump(database):
    """The database as statements, its version last."""
    [version] = database.execute("PRAGMA user_version").fetchone()
    return "\n".join(database.iterdump()) + f"\nPRAGMA user_version = {version};\n"


def earlier(database, version):
    """The rows in the tables that a schema of this version has."""
    old = sqlite3.connect(":memory:")
    for step in STEPS[:version]:
        old.executescript(step)
    old.execute(f"PRAGMA user_version = {version}")
    tables = [name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
    for table in tables:
        columns = [row[1] for row in old.execute(f"PRAGMA table_info({table})")]
        for row in database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY rowid"):
            old.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", row)
    old.commit()
    return dump(old)


def keep(data, kind, expected):
    """Keeps a folder, and the schema's version of it, as files."""
    shutil.copytree(data, HERE / kind, ignore=shutil.ignore_patterns("hearth.db*", "lock", "incoming", "exports"))
    (HERE / f"{kind}.json").write_text(json.dumps(expected, indent=2, sort_keys=True) + "\n")
    database = sqlite3.connect(data / "hearth.db")
    (HERE / f"{kind}-{len(STEPS)}.sql").write_text(dump(database))
    for version in range(1, len(STEPS)):
        (HERE / f"{kind}-{version}.sql").write_text(earlier(database, version))
    database.close()


def step_up(work, kind, options):
    """The last version's folder, opened by today's program, as today's version."""
    data = work / f"{kind}-data"
    shutil.copytree(HERE / kind, data)
    last = max(HERE.glob(f"{kind}-*.sql"), key=lambda file: int(file.stem.split("-")[1]))
    database = sqlite3.connect(data / "hearth.db")
    database.executescript(last.read_text())
    database.close()
    with Server(data, options):
        pass
    database = sqlite3.connect(data / "hearth.db")
    (HERE / f"{kind}-{len(STEPS)}.sql").write_text(dump(database))
    database.close()


if __name__ == "__main__":
    key = HERE / "key"
    if not key.exists():
        run("hearthd", "keys", "create", str(key))
    os.chmod(key, 0o600)
    for kind, options in (("plain", []), ("encrypted", ["--key-file", str(key)])):
        if (HERE / f"{kind}-{len(STEPS)}.sql").exists():
            continue
        with tempfile.TemporaryDirectory() as work:
            work = pathlib.Path(work)
            if (HERE / kind).exists():
                step_up(work, kind, options)
            else:
                keep(work / "data", kind, live(work, options))
        print(f"{kind}: version {len(STEPS)}")
