#!/usr/bin/env bash
# A member whose telephone number is changed by INSERT OR REPLACE in SQLite has no entries any more, is a guest again, and is counted twice.
#
# Guess: INSERT OR REPLACE of a row whose key is there changes the columns that are named, and what refers to the row stays.
# Seen: SQLite 3 deletes the row and stores a new one, as its documentation says: entries that refer to it with ON DELETE CASCADE go with it, and a column that
# was not named has its default again. The triggers for inserted rows run and those for deleted ones do not, unless recursive_triggers is on, so a count
# of members has one too many. Without CASCADE the entries stay; with RESTRICT it is refused. replace of sqlite-utils 4.2.1 and of peewee 4.5.3 are the
# same, though sqlite-utils counts right. Upserts of both, and SQLAlchemy 2.1.9's on_conflict_do_update, change the telephone number alone.
# So a row that others refer to is written by INSERT ... ON CONFLICT DO UPDATE, and a count is compared with its rows.
source "$(dirname "$0")/common.bash"
python_packages sqlite-utils==4.2.1 peewee==4.5.3 SQLAlchemy==2.1.9

cat >"$folder/replace.py" <<'P'
import sqlite3
import sys

import peewee
import sqlalchemy.dialects.sqlite
import sqlite_utils

schema = """
PRAGMA foreign_keys = ON;
CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, role TEXT DEFAULT 'guest');
CREATE TABLE entry (id INTEGER PRIMARY KEY, member INTEGER REFERENCES member %s, cents INTEGER);
CREATE TABLE home (members INTEGER);
CREATE TRIGGER joined AFTER INSERT ON member BEGIN UPDATE home SET members = members + 1; END;
CREATE TRIGGER gone AFTER DELETE ON member BEGIN UPDATE home SET members = members - 1; END;
INSERT INTO home VALUES (0);
INSERT INTO member VALUES (1, 'Asha', '123', 'owner'), (2, 'Ravi', '124', 'guest');
INSERT INTO entry VALUES (1, 1, 1250), (2, 1, 300), (3, 2, 99);
"""
new = {"id": 1, "name": "Asha", "phone": "125"}

def by_sql(statement):
    def change(connection):
        connection.execute(statement, new)
    return change

def by_peewee(write):
    def change(connection):
        db = peewee.SqliteDatabase(None)
        db.init(":memory:")
        db._state.set_connection(connection)

        class Member(peewee.Model):
            name = peewee.TextField()
            phone = peewee.TextField()

            class Meta:
                database = db

        write(Member)
    return change

def by_sqlalchemy(connection):
    table = sqlalchemy.table("member", *(sqlalchemy.column(name) for name in new))
    statement = sqlalchemy.dialects.sqlite.insert(table).values(**new).on_conflict_do_update(index_elements=["id"], set_={"phone": new["phone"]})
    compiled = statement.compile(dialect=sqlalchemy.dialects.sqlite.dialect(paramstyle="named"))
    connection.execute(str(compiled), compiled.params)

ways = {
    "INSERT OR REPLACE": by_sql("INSERT OR REPLACE INTO member (id, name, phone) VALUES (:id, :name, :phone)"),
    "INSERT OR REPLACE, without CASCADE": by_sql("INSERT OR REPLACE INTO member (id, name, phone) VALUES (:id, :name, :phone)"),
    "INSERT OR REPLACE, RESTRICT": by_sql("INSERT OR REPLACE INTO member (id, name, phone) VALUES (:id, :name, :phone)"),
    "sqlite-utils, replace": lambda connection: sqlite_utils.Database(connection)["member"].insert(new, replace=True),
    "peewee, replace": by_peewee(lambda member: member.replace(**new).execute()),
    "ON CONFLICT DO UPDATE": by_sql("INSERT INTO member (id, name, phone) VALUES (:id, :name, :phone) ON CONFLICT (id) DO UPDATE SET phone = excluded.phone"),
    "sqlite-utils, upsert": lambda connection: sqlite_utils.Database(connection)["member"].upsert(new, pk="id"),
    "peewee, on_conflict": by_peewee(lambda member: member.insert(**new).on_conflict(conflict_target=[member.id], update={member.phone: "125"}).execute()),
    "SQLAlchemy, on_conflict_do_update": by_sqlalchemy,
}
for name, change in ways.items():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(schema % ("" if name.endswith("without CASCADE") else "ON DELETE RESTRICT" if name.endswith("RESTRICT") else "ON DELETE CASCADE"))
    try:
        change(connection)
    except sqlite3.IntegrityError:
        print(f"{name}: refused")
        continue
    one = lambda question: connection.execute(question).fetchone()[0]
    print(f"{name}: {one('SELECT phone FROM member WHERE id = 1')}, {one('SELECT role FROM member WHERE id = 1')}, "
          f"{one('SELECT count(*) FROM entry WHERE member = 1')} entries, {one('SELECT members FROM home')} of {one('SELECT count(*) FROM member')} members counted")
P
expect "INSERT OR REPLACE: 125, guest, 0 entries, 3 of 2 members counted
INSERT OR REPLACE, without CASCADE: 125, guest, 2 entries, 3 of 2 members counted
INSERT OR REPLACE, RESTRICT: refused
sqlite-utils, replace: 125, guest, 0 entries, 2 of 2 members counted
peewee, replace: 125, guest, 0 entries, 3 of 2 members counted
ON CONFLICT DO UPDATE: 125, owner, 2 entries, 2 of 2 members counted
sqlite-utils, upsert: 125, owner, 2 entries, 2 of 2 members counted
peewee, on_conflict: 125, owner, 2 entries, 2 of 2 members counted
SQLAlchemy, on_conflict_do_update: 125, owner, 2 entries, 2 of 2 members counted" "$(python "$folder/replace.py")"
