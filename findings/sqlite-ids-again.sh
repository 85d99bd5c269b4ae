#!/usr/bin/env bash
# The payment that follows a deleted one in SQLite has its id, when SQLAlchemy, peewee or sqlite-utils made the table; with Django or Pony it has a new one.
#
# Guess: an id that the database gives out is given out once, as PostgreSQL's sequences have it, whichever library made the table.
# Seen: SQLAlchemy 2.1.9, peewee 4.5.3 and sqlite-utils 4.2.1 make INTEGER PRIMARY KEY without AUTOINCREMENT: after the newest row was deleted the next one
# has its number, as SQLite's documentation says. A receipt that is kept beside the table under payment 2, of the milk, is then one of the bicycle, and
# "delete payment 2", sent again by a client that had no answer, takes the bicycle. Django 5.2.19 and Pony 0.7.20 write AUTOINCREMENT and go on with 3.
# So what outlives a row, or is sent again, names it by an id of its own (a UUID) or the table has AUTOINCREMENT (SQLAlchemy: sqlite_autoincrement).
source "$(dirname "$0")/common.bash"
python_packages SQLAlchemy==2.1.9 peewee==4.5.3 sqlite-utils==4.2.1 Django==5.2.19 pony==0.7.20

cat >"$folder/ids.py" <<'P'
import django
import peewee
import sqlalchemy
import sqlite_utils
from django.conf import settings
from pony import orm
from sqlalchemy.orm import Session, declarative_base

def by_sqlalchemy(**options):
    base = declarative_base()

    class Payment(base):
        __tablename__ = "payment"
        __table_args__ = options
        id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
        what = sqlalchemy.Column(sqlalchemy.Text)

    engine = sqlalchemy.create_engine("sqlite://")
    base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all([Payment(what="rent"), Payment(what="milk")])
        session.commit()
        session.delete(session.get(Payment, 2))
        session.commit()
        bicycle = Payment(what="bicycle")
        session.add(bicycle)
        session.commit()
        return bicycle.id

def by_peewee():
    db = peewee.SqliteDatabase(":memory:")

    class Payment(peewee.Model):
        what = peewee.TextField()

        class Meta:
            database = db

    db.create_tables([Payment])
    Payment.create(what="rent")
    Payment.create(what="milk").delete_instance()
    return Payment.create(what="bicycle").id

def by_sqlite_utils():
    payments = sqlite_utils.Database(memory=True)["payment"]
    payments.insert({"id": 1, "what": "rent"}, pk="id")
    payments.insert({"what": "milk"})
    payments.delete(2)
    return payments.insert({"what": "bicycle"}).last_pk

def by_django():
    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
    django.setup()
    from django.db import connection, models

    class Payment(models.Model):
        what = models.TextField()

        class Meta:
            app_label = "home"

    with connection.schema_editor() as schema:
        schema.create_model(Payment)
    Payment.objects.create(what="rent")
    Payment.objects.create(what="milk").delete()
    return Payment.objects.create(what="bicycle").id

def by_pony():
    db = orm.Database("sqlite", ":memory:")

    class Payment(db.Entity):
        what = orm.Required(str)

    db.generate_mapping(create_tables=True)
    with orm.db_session:
        Payment(what="rent")
        milk = Payment(what="milk")
        orm.commit()
        milk.delete()
        orm.commit()
        bicycle = Payment(what="bicycle")
        orm.commit()
        return bicycle.id

print("SQLAlchemy:", by_sqlalchemy())
print("SQLAlchemy, sqlite_autoincrement:", by_sqlalchemy(sqlite_autoincrement=True))
print("peewee:", by_peewee())
print("sqlite-utils:", by_sqlite_utils())
print("Django:", by_django())
print("Pony:", by_pony())
P
expect "SQLAlchemy: 2
SQLAlchemy, sqlite_autoincrement: 3
peewee: 2
sqlite-utils: 2
Django: 3
Pony: 3" "$(python "$folder/ids.py")"
