"""What a cluster is made of, on loopback and in one folder: etcd, Patroni with three PostgreSQLs, several hearthd, and lines that can be cut."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import pwd
import signal
import subprocess
import time
import urllib.error
import urllib.request

import psycopg

from lines import Line, NodeLine, free_port

POSTGRES = "/usr/lib/postgresql/15/bin"
# Seconds: Patroni's smallest for its lease (ttl), its turn and its patience with etcd. A default installation has 30, 10 and 10.
TTL, LOOP_WAIT, RETRY_TIMEOUT = 20, 1, 3
# Seconds after which PostgreSQL gives a standby up that says nothing.
SENDER_TIMEOUT = 5
# Seconds that anything may take to start.
START_SECONDS = 90
# Each event that another node stores than the one that has its group: a node appends under a name by which the database knows its connection.
STRANGERS = """
    CREATE SCHEMA judge;
    CREATE TABLE judge.stranger (group_id bytea, sequence bigint, writer text, owner text);
    CREATE FUNCTION judge.note_stranger() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO judge.stranger SELECT NEW.group_id, NEW.sequence, current_setting('application_name'), room.node FROM hearth.room
      WHERE room.group_id = NEW.group_id AND 'hearth ' || room.node <> current_setting('application_name');
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_stranger AFTER INSERT ON hearth.event FOR EACH ROW EXECUTE FUNCTION judge.note_stranger()
    """


class Failed(Exception):
    pass


async def until(what: str, is_so, seconds: float = START_SECONDS, every: float = 0.1):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        answer = is_so()
        if asyncio.iscoroutine(answer):
            answer = await answer
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failed(f"{what}: not within {seconds:.0f} s")
        await asyncio.sleep(every)


async def get(port: int, path: str, method: str = "GET", body: object = None) -> tuple[int, bytes]:
    """Status and body; status 0: nobody answers."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", None if body is None else json.dumps(body).encode(), method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask() -> tuple[int, bytes]:
        try:
            with opener.open(request, timeout=3) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()
        except OSError:
            return 0, b""

    return await asyncio.to_thread(ask)


class Program:
    """A program that this run started. It dies with this run."""

    def __init__(self, name: str, folder: pathlib.Path, words: list[str], user: str = "") -> None:
        self.name, self.words = name, words
        self.environment: dict[str, str] = {}
        """Beside this run's own."""
        self.log = folder / f"{name}.log"
        self.process: asyncio.subprocess.Process | None = None
        who = pwd.getpwnam(user) if user and os.getuid() == 0 else None
        self._before = ["setpriv", "--pdeathsig", "KILL"]
        if who:
            self._before += [f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--init-groups"]

    async def start(self) -> None:
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._before, "--", *self.words, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.log.parent, start_new_session=True,
                env=os.environ | self.environment)

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.returncode is None

    def tell(self, number: int) -> None:
        if self.runs:
            self.process.send_signal(number)

    async def end(self, number: int = signal.SIGKILL, seconds: float = 20) -> int | None:
        """Its exit status; a program that does not end in time is killed, which is a failure."""
        if not self.runs:
            return self.process.returncode if self.process else None
        self.tell(number)
        try:
            return await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()
            raise Failed(f"{self.name} did not end within {seconds:.0f} s of signal {number}") from None


def descendants(pid: int) -> list[int]:
    """The processes below one, and itself."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                children.setdefault(int(pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1]), []).append(int(entry))
    found, left = [], [pid]
    while left:
        one = left.pop()
        found.append(one)
        left += children.get(one, [])
    return found


class Database:
    """A member of Patroni's cluster: Patroni, and the PostgreSQL that it starts."""

    def __init__(self, name: str, cluster: Cluster) -> None:
        self.name, self.cluster = name, cluster
        self.port, self.rest = free_port(), free_port()
        self.kept: dict[str, psycopg.Connection] = {}
        """A connection with each database of it."""
        self.folder = cluster.databases_folder / name
        self.folder.mkdir()
        self.data = self.folder / "data"
        config = {
            "scope": "home", "name": name,
            "restapi": {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"},
            "etcd3": {"host": f"127.0.0.1:{cluster.etcd_port}"},
            "bootstrap": {
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, {"auth": "trust"}, "data-checksums"],
                "dcs": {"ttl": TTL, "loop_wait": LOOP_WAIT, "retry_timeout": RETRY_TIMEOUT, "synchronous_mode": True, "synchronous_mode_strict": True,
                        "synchronous_node_count": 2, "failsafe_mode": True,
                        "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": {
                            "wal_sender_timeout": f"{SENDER_TIMEOUT}s", "wal_receiver_timeout": f"{SENDER_TIMEOUT}s",
                            # Seconds would pass until a standby looks for its primary again.
                            "wal_retrieve_retry_interval": "500ms", "jit": "off",
                            "shared_buffers": "32MB", "max_connections": 150, "unix_socket_directories": ""}}},
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}", "data_dir": str(self.data), "bin_dir": POSTGRES,
                "pgpass": str(self.folder / "pgpass"), "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
                "authentication": {"superuser": {"username": "owner"}, "replication": {"username": "copy"}, "rewind": {"username": "owner"}},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        }
        file = self.folder / "patroni.yml"
        # JSON is YAML.
        file.write_text(json.dumps(config))
        cluster.give_to_postgres(self.folder, file)
        self.patroni = Program(f"patroni-{name}", cluster.folder, [str(cluster.python), "-m", "patroni", str(file)], user="postgres")

    async def start(self) -> None:
        await self.patroni.start()

    async def status(self, path: str) -> int:
        return (await get(self.rest, path))[0]

    def postmaster(self) -> int:
        """Of the PostgreSQL that runs, or did last; 0: there is none, or its file is being written."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int((self.data / "postmaster.pid").read_text().split()[0])
        return 0

    def processes(self) -> list[int]:
        """Patroni's and PostgreSQL's."""
        found = descendants(self.patroni.process.pid) if self.patroni.runs else []
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            # A file that a killed server left may name a process that is another's by now.
            if os.readlink(f"/proc/{lines[0]}/cwd") == str(self.data):
                found += descendants(int(lines[0]))
        return list(dict.fromkeys(found))

    def tell(self, number: int) -> None:
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    async def kill(self) -> None:
        """As the loss of its machine would."""
        self.tell(signal.SIGKILL)
        if self.patroni.process:
            await self.patroni.process.wait()
        # What was being started meanwhile.
        await until(f"the end of {self.name}", lambda: (self.tell(signal.SIGKILL), not self.processes())[1], 10, 0.02)

    def connect(self, **more) -> psycopg.Connection:
        return psycopg.connect(host="127.0.0.1", port=self.port, user="owner", autocommit=True, connect_timeout=3,
                               **({"dbname": "hearth", "options": "-c statement_timeout=15000"} | more))

    def ask(self, question: str, *values, dbname: str = "hearth") -> list[tuple]:
        """Rows, over a connection that is kept: each new one costs PostgreSQL a process, which others beside it would wait for."""
        kept = self.kept.pop(dbname, None)
        if kept:
            with contextlib.suppress(psycopg.OperationalError):
                return self._rows(kept, dbname, question, values)
            # It was with a PostgreSQL that has ended since.
            kept.close()
        return self._rows(self.connect(dbname=dbname), dbname, question, values)

    def _rows(self, connection: psycopg.Connection, dbname: str, question: str, values: tuple) -> list[tuple]:
        try:
            rows = connection.execute(question, values).fetchall()
        except BaseException:
            connection.close()
            raise
        # Somebody else may have asked meanwhile.
        if former := self.kept.pop(dbname, None):
            former.close()
        self.kept[dbname] = connection
        return rows


class Node:
    """A hearthd."""

    def __init__(self, number: int, cluster: Cluster, ports: list[int], hearthd: pathlib.Path) -> None:
        self.name, self.cluster = f"node-{number}", cluster
        self.port, self.admin = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.links: NodeLine | None = None
        """By which the others reach it."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        more: list[str] = []
        if cluster.has_links:
            listens = free_port()
            self.links = NodeLine(self, listens)
            certificate, key = cluster.certificate(self.name)
            more = ["--node-listen", f"127.0.0.1:{listens}", "--node-address", f"127.0.0.1:{self.links.port}", "--node-cert", str(certificate),
                    "--node-key", str(key), "--node-ca", str(cluster.folder / "nodes-ca.pem")]
        self.program = Program(self.name, cluster.folder, [
            str(hearthd), "serve", "--listen", f"127.0.0.1:{self.port}", "--admin-listen", f"127.0.0.1:{self.admin}", "--node", self.name,
            "--store", f"postgres://hearth@{hosts}/hearth?sslmode=disable&connect_timeout=2", "--registrations-per-hour", "1000000", "--groups-per-hour", "1000000",
            "--message-rate", "2000", "--message-burst", "4000", "--identity-message-rate", "2000", "--identity-message-burst", "4000",
            "--connections-per-address", "1000", "--connections-per-identity", "1000", "--identity-read-ms-per-minute", "1000000",
            "--address-read-ms-per-minute", "1000000", "--identity-history-bytes-per-hour", "1099511627776",
            "--address-history-bytes-per-hour", "1099511627776", "--previews-per-hour", "1000000", *more])

    async def start(self) -> None:
        if self.links and not self.links.server:
            await self.links.open()
        await self.program.start()
        await until(f"{self.name} takes members", self.is_ready)

    async def is_ready(self) -> bool:
        if not self.program.runs:
            raise Failed(f"{self.name} ended with {self.program.process.returncode}: {tail(self.program.log)}")
        return (await get(self.admin, "readyz"))[0] == 200

    def holds_socket(self, inode: str) -> bool:
        with contextlib.suppress(OSError):
            for entry in os.scandir(f"/proc/{self.program.process.pid}/fd"):
                with contextlib.suppress(OSError):
                    if os.readlink(entry.path) == f"socket:[{inode}]":
                        return True
        return False


def tail(log: pathlib.Path, lines: int = 5) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


class Cluster:
    def __init__(self, folder: pathlib.Path, programs: pathlib.Path, tools: pathlib.Path, nodes: int, has_links: bool, before: pathlib.Path | None) -> None:
        self.folder, self.programs, self.tools, self.count, self.has_links = folder, programs, tools, nodes, has_links
        self.hearthd = programs / "hearthd"
        self.before = before / "hearthd" if before else self.hearthd
        """What the nodes run until they are upgraded."""
        self.python = tools / "python/bin/python"
        self.databases_folder = folder / "databases"
        self.databases_folder.mkdir()
        self.give_to_postgres(self.databases_folder)
        self.etcd_port, peers = free_port(), free_port()
        urls = f"http://127.0.0.1:{self.etcd_port}"
        self.etcd = Program("etcd", folder, [
            str(tools / "debian/usr/bin/etcd"), "--data-dir", str(folder / "etcd"), "--listen-client-urls", urls, "--advertise-client-urls", urls,
            "--listen-peer-urls", f"http://127.0.0.1:{peers}", "--log-level", "error"])
        self.databases = [Database(name, self) for name in "abc"]
        self.nodes: list[Node] = []
        self.lines: list[Line] = []

    @staticmethod
    def give_to_postgres(*paths: pathlib.Path) -> None:
        if os.getuid() == 0:
            who = pwd.getpwnam("postgres")
            for path in paths:
                os.chown(path, who.pw_uid, who.pw_gid)

    async def start(self) -> None:
        await self.etcd.start()
        await until("etcd answers", lambda: self._etcd_answers(), 20)
        # The first one makes the database; the others copy it.
        for database in self.databases:
            await database.start()
            if database is self.databases[0]:
                await until("a primary", lambda: self._is(self.databases[0], "primary"))
        await until("two synchronous standbys", self.is_whole)
        with self.databases[0].connect(dbname="postgres") as connection:
            connection.execute("CREATE ROLE hearth LOGIN")
            connection.execute("CREATE DATABASE hearth OWNER hearth")
        ports = [database.port for database in self.databases]
        for number in range(1, self.count + 1):
            if number == self.count:
                # The last node's way to the database can be cut.
                self.lines = [Line(port) for port in ports]
                for line in self.lines:
                    await line.open()
                ports = [line.port for line in self.lines]
            self.nodes.append(Node(number, self, ports, self.before))
            await self.nodes[-1].start()
        self.made = self.count
        with (await self.the_primary()).connect() as connection:
            connection.execute(STRANGERS)

    async def add_node(self) -> Node:
        self.made += 1
        node = Node(self.made, self, [database.port for database in self.databases], self.hearthd)
        self.nodes.append(node)
        await node.start()
        return node

    def certificate(self, node: str) -> tuple[pathlib.Path, pathlib.Path]:
        """A certificate of the nodes' own authority, and its key."""
        file, key, request, names = (self.folder / f"{node}.{ending}" for ending in ("pem", "key", "csr", "ext"))
        if not file.exists():
            names.write_text(f"subjectAltName=DNS:{node},IP:127.0.0.1\n")
            for words in (["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={node}",
                           "-keyout", str(key), "-out", str(request)],
                          ["x509", "-req", "-in", str(request), "-CA", str(self.folder / "nodes-ca.pem"), "-CAkey", str(self.folder / "nodes-ca.key"),
                           "-CAcreateserial", "-days", "2", "-extfile", str(names), "-out", str(file)]):
                subprocess.run(["openssl", *words], check=True, capture_output=True)
        return file, key

    @property
    def faketime(self) -> pathlib.Path | None:
        """A library of Debian's by which a program's clock jumps."""
        return next((self.tools / "debian/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)

    async def _etcd_answers(self) -> bool:
        return (await get(self.etcd_port, "health"))[0] == 200

    async def _is(self, database: Database, role: str) -> bool:
        if not database.patroni.runs:
            raise Failed(f"{database.patroni.name} ended: {tail(database.patroni.log)}")
        return await database.status(role) == 200

    async def primary(self) -> Database | None:
        """The one that takes writes, by Patroni's word and its own."""
        for database in self.databases:
            if database.patroni.runs and await database.status("primary") == 200:
                with contextlib.suppress(psycopg.Error):
                    if database.ask("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool", dbname="postgres") == [(False,)]:
                        return database
        return None

    async def the_primary(self) -> Database:
        return await until("a primary", self.primary)

    async def is_whole(self) -> bool:
        """One primary, and the two others are its synchronous standbys, by Patroni's word and PostgreSQL's."""
        primary = await self.primary()
        if not primary:
            return False
        others = [database for database in self.databases if database is not primary]
        for database in others:
            if await database.status("sync") != 200:
                return False
        with contextlib.suppress(psycopg.Error):
            rows = primary.ask("SELECT application_name FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'", dbname="postgres")
            return {name for name, in rows} == {database.name for database in others}
        return False

    async def mend(self) -> None:
        """Starts what was killed, lets go on what stands still, and waits until all is as at the beginning."""
        self.etcd.tell(signal.SIGCONT)
        for line in [*self.lines, *(node.links for node in self.nodes if node.links)]:
            line.mend()
        for database in self.databases:
            database.tell(signal.SIGCONT)
            if not database.patroni.runs:
                await database.start()
        for node in self.nodes:
            node.program.tell(signal.SIGCONT)
        await until("one primary with two synchronous standbys", self.is_whole)
        for node in self.nodes:
            if not node.program.runs:
                await node.start()
            await until(f"{node.name} takes members", node.is_ready)

    async def ask(self, question: str, *values) -> list[tuple]:
        """Of the primary."""
        database = await self.the_primary()
        return await asyncio.to_thread(database.ask, question, *values)

    async def run(self, statements: str) -> None:
        """On the primary."""
        database = await self.the_primary()

        def execute() -> None:
            with database.connect() as connection:
                connection.execute(statements)

        await asyncio.to_thread(execute)

    async def set(self, **settings) -> None:
        """Changes Patroni's settings."""
        status, answer = await get((await self.the_primary()).rest, "config", "PATCH", settings)
        if status != 200:
            raise Failed(f"Patroni refused {settings}: {status} {answer!r}")

    async def end(self) -> None:
        for node in self.nodes:
            node.program.tell(signal.SIGCONT)
            with contextlib.suppress(Failed):
                await node.program.end()
        for database in self.databases:
            database.tell(signal.SIGCONT)
            with contextlib.suppress(Failed):
                await database.kill()
        self.etcd.tell(signal.SIGCONT)
        with contextlib.suppress(Failed):
            await self.etcd.end()
        for line in [*self.lines, *(node.links for node in self.nodes if node.links)]:
            await line.end()
