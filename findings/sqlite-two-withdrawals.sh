#!/usr/bin/env bash
# Of 100 in SQLite two programs pay 80 each, within transactions of Python, SQLAlchemy or sqlite-utils; elsewhere one of them is "locked" at once.
#
# Guess: two that read a balance and then write it, each in one transaction and with five seconds of patience, come one after the other: the second waits
# for the first and reads 20. Mine besides: where it does not, the error "database is locked" comes after the five seconds.
# Seen: "with connection:" of Python 3.11's sqlite3, begin() of SQLAlchemy 2.1.9 and "with db.conn:" of sqlite-utils 4.2.1 begin their transaction at the first
# write, not at the read, as Python's documentation says: both pay, and 20 are left. SQLAlchemy leaves with_for_update out of its SELECT, without a word.
# BEGIN by hand, apsw 3.54.1.0, peewee 4.5.3 and Django 5.2.19 keep 20 right, and the second has "database is locked" at once, whatever the patience, since
# what it has read is old (SQLite's documentation of BEGIN and of busy time-outs says so). Pony 0.7.20 compares at the write and refuses.
# BEGIN IMMEDIATE waits, and then reads 20.
# So a withdrawal begins with BEGIN IMMEDIATE (Django: transaction_mode), or its UPDATE has the condition, and its count of rows is looked at.
source "$(dirname "$0")/common.bash"
python_packages SQLAlchemy==2.1.9 sqlite-utils==4.2.1 apsw==3.54.1.0 peewee==4.5.3 pony==0.7.20 Django==5.2.19

cat >"$folder/withdraw.py" <<'P'
import os
import sqlite3
import sys
import threading
import time

import apsw
import django
import peewee
import pony.orm.dbproviders.sqlite
import sqlalchemy
import sqlite_utils
from django.conf import settings
from pony import orm
from sqlalchemy.orm import Session, declarative_base

path = os.path.join(sys.argv[1], "home.db")
patience = 5
settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": {"timeout": patience}}},
                   DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()
from django.db import connections, models, transaction

class Account(models.Model):
    balance = models.IntegerField()

    class Meta:
        app_label = "home"
        db_table = "account"

class Row(declarative_base()):
    __tablename__ = "account"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    balance = sqlalchemy.Column(sqlalchemy.Integer)

def plain(connection, read):
    (balance,) = connection.execute("SELECT balance FROM account").fetchone()
    read()
    if balance < 80:
        return "refused"
    connection.execute("UPDATE account SET balance = ?", (balance - 80,))
    return "paid"

def by_sqlite3(read):
    with sqlite3.connect(path, timeout=patience) as connection:
        return plain(connection, read)

def by_hand(begin):
    def pay(read):
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        connection.execute(begin)
        said = plain(connection, read)
        connection.execute("COMMIT")
        return said
    return pay

def by_apsw(read):
    connection = apsw.Connection(path)
    connection.set_busy_timeout(patience * 1000)
    with connection:
        return plain(connection, read)

def by_sqlite_utils(read):
    db = sqlite_utils.Database(sqlite3.connect(path, timeout=patience))
    with db.conn:
        balance = db["account"].get(1)["balance"]
        read()
        if balance < 80:
            return "refused"
        db["account"].update(1, {"balance": balance - 80})
        return "paid"

def spend(account, read):
    read()
    if account.balance < 80:
        return "refused"
    account.balance -= 80
    return "paid"

def by_sqlalchemy(**options):
    def pay(read):
        with Session(sqlalchemy.create_engine("sqlite:///" + path, connect_args={"timeout": patience})) as session, session.begin():
            return spend(session.get(Row, 1, **options), read)
    return pay

def by_peewee(read):
    db = peewee.SqliteDatabase(path, timeout=patience)

    class Account(peewee.Model):
        balance = peewee.IntegerField()

        class Meta:
            database = db

    with db.atomic():
        account = Account.get_by_id(1)
        said = spend(account, read)
        account.save()
        return said

def by_django(read):
    try:
        with transaction.atomic():
            account = Account.objects.select_for_update().get(id=1)
            said = spend(account, read)
            account.save()
            return said
    finally:
        connections["default"].close()

def by_pony(read):
    db = orm.Database("sqlite", path, timeout=patience)

    class Account(db.Entity):
        _table_ = "account"
        balance = orm.Required(int)

    db.generate_mapping()
    with orm.db_session:
        said = spend(Account.get(id=1), read)
    return said

def trial(pay):
    """What the two said, in the alphabet's order, and what is left: each waits for the other to have read, for a second."""
    if os.path.exists(path):
        os.remove(path)
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER); INSERT INTO account VALUES (1, 100)")
    both, said = threading.Barrier(2), []

    def one():
        since = None

        def read():
            nonlocal since
            try:
                both.wait(1)
            except threading.BrokenBarrierError:
                pass
            since = time.monotonic()
        try:
            answer = pay(read)
        except Exception as error:
            late = "at once" if time.monotonic() - since < 2.5 else "late"
            answer = f"locked, {late}" if "locked" in str(error) else f"{type(error).__name__}, {late}"
        said.append(answer)

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"{'; '.join(sorted(said))}; {connection.execute('SELECT balance FROM account').fetchone()[0]} left"

for name, pay in {"sqlite3": by_sqlite3, "sqlite-utils": by_sqlite_utils, "SQLAlchemy": by_sqlalchemy(), "SQLAlchemy, with_for_update": by_sqlalchemy(with_for_update=True),
                  "BEGIN": by_hand("BEGIN"), "apsw": by_apsw, "peewee": by_peewee, "Django, select_for_update": by_django, "Pony": by_pony,
                  "BEGIN IMMEDIATE": by_hand("BEGIN IMMEDIATE")}.items():
    print(f"{name}: {trial(pay)}")
P
expect "sqlite3: paid; paid; 20 left
sqlite-utils: paid; paid; 20 left
SQLAlchemy: paid; paid; 20 left
SQLAlchemy, with_for_update: paid; paid; 20 left
BEGIN: locked, at once; paid; 20 left
apsw: locked, at once; paid; 20 left
peewee: locked, at once; paid; 20 left
Django, select_for_update: locked, at once; paid; 20 left
Pony: OptimisticCheckError, at once; paid; 20 left
BEGIN IMMEDIATE: paid; refused; 20 left" "$(python "$folder/withdraw.py" "$folder")"
