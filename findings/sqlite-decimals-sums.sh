#!/usr/bin/env bash
# Three deposits of 0.10 are shown as 0.30 by Django, SQLAlchemy and peewee on SQLite, and "= 0.30" finds none; who has settled is still "> 0".
#
# Guess: three times balance = balance + 0.10, added by the database in a column of decimals with two digits, is found by balance = 0.30.
# Seen: SQLite 3 has no decimals: Django 5.2.19 (DecimalField, F()), SQLAlchemy 2.1.9 (Numeric(12, 2)) and peewee 4.5.3 (DecimalField) store binary
# fractions there, and round what they read. 0.30 is shown, "= 0.30" finds nothing and "> 0.30" does. Of 1.00 less 0.70, 0.20 and 0.10 a balance of 0.00 is
# shown, which "= 0" does not find and "> 0" does. SQLAlchemy alone warns, and its documentation says that such a column is of binary fractions.
# So amounts are whole cents in a column of integers.
source "$(dirname "$0")/common.bash"
python_packages Django==5.2.19 SQLAlchemy==2.1.9 peewee==4.5.3

cat >"$folder/sums.py" <<'P'
from decimal import Decimal

import django
import peewee
import sqlalchemy
from django.conf import settings
from sqlalchemy.orm import Session, declarative_base

zero, tenth, three = Decimal("0.00"), Decimal("0.10"), Decimal("0.30")

def report(name, change, shown, count):
    """change(amount) adds; shown() is the balance, count(sign, amount) the accounts that are found."""
    for _ in range(3):
        change(tenth)
    print(f"{name}: {shown():.2f} shown, = finds {count('=', three)}, > finds {count('>', three)}")
    change(Decimal("1.00") - three)
    for amount in ("-0.70", "-0.20", "-0.10"):
        change(Decimal(amount))
    print(f"{name}, settled: {shown():.2f} shown, = finds {count('=', zero)}, > finds {count('>', zero)}, < finds {count('<', zero)}")

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()
from django.db import connection, models

class Account(models.Model):
    balance = models.DecimalField(max_digits=12, decimal_places=2)

    class Meta:
        app_label = "home"

with connection.schema_editor() as schema:
    schema.create_model(Account)
Account.objects.create(balance=zero)
accounts = Account.objects
lookups = {"=": "balance", ">": "balance__gt", "<": "balance__lt"}
report("Django", lambda amount: accounts.update(balance=models.F("balance") + amount), lambda: accounts.get().balance,
       lambda sign, amount: accounts.filter(**{lookups[sign]: amount}).count())

class Row(declarative_base()):
    __tablename__ = "account"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    balance = sqlalchemy.Column(sqlalchemy.Numeric(12, 2))

engine = sqlalchemy.create_engine("sqlite://")
Row.metadata.create_all(engine)
session = Session(engine)
session.add(Row(balance=zero))
session.flush()
report("SQLAlchemy", lambda amount: session.execute(sqlalchemy.update(Row).values(balance=Row.balance + amount).execution_options(synchronize_session=False)),
       lambda: session.scalar(sqlalchemy.select(Row.balance)),
       lambda sign, amount: session.scalar(sqlalchemy.select(sqlalchemy.func.count()).where(Row.balance.op(sign)(amount))))

db = peewee.SqliteDatabase(":memory:")

class Purse(peewee.Model):
    balance = peewee.DecimalField(max_digits=12, decimal_places=2)

    class Meta:
        database = db

db.create_tables([Purse])
Purse.create(balance=zero)
compare = {"=": lambda amount: Purse.balance == amount, ">": lambda amount: Purse.balance > amount, "<": lambda amount: Purse.balance < amount}
report("peewee", lambda amount: Purse.update(balance=Purse.balance + amount).execute(), lambda: Purse.get().balance,
       lambda sign, amount: Purse.select().where(compare[sign](amount)).count())
P
expect "Django: 0.30 shown, = finds 0, > finds 1
Django, settled: 0.00 shown, = finds 0, > finds 1, < finds 0
SQLAlchemy: 0.30 shown, = finds 0, > finds 1
SQLAlchemy, settled: 0.00 shown, = finds 0, > finds 1, < finds 0
peewee: 0.30 shown, = finds 0, > finds 1
peewee, settled: 0.00 shown, = finds 0, > finds 1, < finds 0" "$(python "$folder/sums.py")"
