"""What a client keeps: one SQLite file with the token, what waits to be sent, and how far each lane was handled."""
from __future__ import annotations

import json
import os
import sqlite3
from dataclasses import dataclass
from typing import Any

from .errors import StoreInUse
from .messages import Command, Rejected

VERSION = 1
SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE outbox (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, command TEXT NOT NULL, refused TEXT);
CREATE TABLE cursors (group_id TEXT, lane TEXT, epoch INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (group_id, lane));
"""


@dataclass(frozen=True)
class Waiting:
    """A command that has no answer yet, or was refused after nobody waited for its answer any more."""

    id: str
    command: Command
    refused: Rejected | None


class Store:
    """Every change survives the process when the call returns, and all but how far lanes were handled a power cut too: then events come again."""

    def __init__(self, path: str) -> None:
        # The token lies in it: for its owner alone, and SQLite's further files get the same rights.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._database = sqlite3.connect(path, isolation_level=None, timeout=0)
        try:
            # One process has it at a time: two would take each other's events.
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("BEGIN EXCLUSIVE")
            version: int = self._database.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                for statement in SCHEMA.strip().split("\n"):
                    self._database.execute(statement)
                self._database.execute(f"PRAGMA user_version = {VERSION}")
            self._database.execute("COMMIT")
            self._database.execute("PRAGMA synchronous = FULL")
        except sqlite3.OperationalError as error:
            self._database.close()
            if "locked" in str(error):
                raise StoreInUse(path) from None
            raise

    def close(self) -> None:
        self._database.close()

    def fact(self, name: str) -> Any:
        row = self._database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep(self, name: str, value: Any) -> None:
        self._database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def add(self, command: Command) -> None:
        self._database.execute("INSERT INTO outbox (id, command) VALUES (?, ?)", (command["id"], json.dumps(command)))

    def next(self) -> Waiting | None:
        """The oldest that waits."""
        return next(iter(self._outbox("WHERE refused IS NULL ORDER BY place LIMIT 1")), None)

    def outbox(self) -> list[Waiting]:
        return self._outbox("ORDER BY place")

    def _outbox(self, which: str) -> list[Waiting]:
        rows = self._database.execute(f"SELECT id, command, refused FROM outbox {which}").fetchall()
        return [Waiting(id, json.loads(command), json.loads(refused) if refused else None) for id, command, refused in rows]

    def refuse(self, id: str, rejected: Rejected) -> None:
        self._database.execute("UPDATE outbox SET refused = ? WHERE id = ?", (json.dumps(rejected), id))

    def remove(self, id: str) -> None:
        self._database.execute("DELETE FROM outbox WHERE id = ?", (id,))

    def cursors(self, group_id: str) -> tuple[int, dict[str, int]]:
        """The epoch, 0 when there is none, and the position of the last handled event of each lane."""
        rows = self._database.execute("SELECT lane, epoch, position FROM cursors WHERE group_id = ?", (group_id,)).fetchall()
        return (rows[0][1] if rows else 0, {lane: position for lane, _, position in rows})

    def handled(self, group_id: str, lane: str, epoch: int, position: int) -> None:
        # Thousands of events may be handled in a second, so none waits for the disk.
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("INSERT OR REPLACE INTO cursors VALUES (?, ?, ?, ?)", (group_id, lane, epoch, position))
        self._database.execute("PRAGMA synchronous = FULL")

    def forget(self, group_id: str, lane: str = "") -> None:
        """Forgets a lane, or all of a group."""
        self._database.execute("DELETE FROM cursors WHERE group_id = ? AND (? = '' OR lane = ?)", (group_id, lane, lane))
