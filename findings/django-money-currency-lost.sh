#!/usr/bin/env bash
# Four dollars that Django's money field is to store are four euros afterwards, by save(update_fields=...) and by bulk_update().
#
# Guess: a sum over two currencies, and adding dollars to euros, are refused; and a filter by amounts leaves other currencies out.
# Expected besides: an amount is stored with its currency in each way.
# Seen: django-money 3.6.2 (Django 5.2.19) has a column for the currency, which update_fields=["amount"] and bulk_update(entries, ["amount"]) leave as
# it was. update(amount=F("amount") + Money(5, "USD")) makes 15.00 euros of 10.00, while save() refuses the same sum. Sum adds up euros and dollars
# and has no currency. filter(amount=) and amount__gt know the currency; amount__range of euros finds dollars, too.
# What has more decimals is rounded to even in the database (10.005 is 10.00), and the object keeps 10.005 until it is read again.
# So amount and currency are one value to whatever writes them, and a currency is settled by what holds the amounts, not by each amount.
source "$(dirname "$0")/common.bash"
python_packages django-money==3.6.2 Django==5.2.19

expect "save(): 4.00 USD
save(update_fields): 4.00 EUR
bulk_update(): 4.00 EUR
update(): 4.00 USD
update(amount + 5 dollars): 15.00 EUR
save(amount + 5 dollars): You cannot use F() with different currencies.
sum of 10.00 EUR and 20.00 USD: 30
equal to 20 euros: none
above 5 euros: 10.00 EUR
from 5 to 30 euros: 10.00 EUR, 20.00 USD
10.005: kept as 10.005, stored as 10.00
10.015: kept as 10.015, stored as 10.02" "$(python - <<'P'
import django
from django.conf import settings

settings.configure(INSTALLED_APPS=["djmoney"], DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
                   DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models import F, Sum
from djmoney.models.fields import MoneyField
from djmoney.money import Money

class Entry(models.Model):
    amount = MoneyField(max_digits=14, decimal_places=2, default_currency="EUR")
    class Meta:
        app_label = "home"

with connection.schema_editor() as editor:
    editor.create_model(Entry)

def text(money):
    return f"{money.amount} {money.currency}"

def changed(change, first="3.00"):
    entry = Entry.objects.create(amount=Money(first, "EUR"))
    change(entry)
    stored = text(Entry.objects.get(pk=entry.pk).amount)
    entry.delete()
    return stored

def dollars(entry):
    entry.amount = Money("4.00", "USD")
    return entry

def more(entry):
    entry.amount = F("amount") + Money(5, "USD")
    return entry

print("save():", changed(lambda entry: dollars(entry).save()))
print("save(update_fields):", changed(lambda entry: dollars(entry).save(update_fields=["amount"])))
print("bulk_update():", changed(lambda entry: Entry.objects.bulk_update([dollars(entry)], ["amount"])))
print("update():", changed(lambda entry: Entry.objects.filter(pk=entry.pk).update(amount=Money("4.00", "USD"))))
print("update(amount + 5 dollars):",
      changed(lambda entry: Entry.objects.filter(pk=entry.pk).update(amount=F("amount") + Money(5, "USD")), "10.00"))
try:
    changed(lambda entry: more(entry).save(), "10.00")
except ValidationError as error:
    print("save(amount + 5 dollars):", *error.messages)
Entry.objects.all().delete()
for amount, currency in (("10.00", "EUR"), ("20.00", "USD")):
    Entry.objects.create(amount=Money(amount, currency))
print("sum of 10.00 EUR and 20.00 USD:", Entry.objects.aggregate(sum=Sum("amount"))["sum"])
for name, condition in (("equal to 20 euros", {"amount": Money(20, "EUR")}), ("above 5 euros", {"amount__gt": Money(5, "EUR")}),
                        ("from 5 to 30 euros", {"amount__range": (Money(5, "EUR"), Money(30, "EUR"))})):
    print(f"{name}:", ", ".join(text(entry.amount) for entry in Entry.objects.filter(**condition).order_by("pk")) or "none")
for amount in ("10.005", "10.015"):
    entry = Entry.objects.create(amount=Money(amount, "EUR"))
    print(f"{amount}: kept as {entry.amount.amount}, stored as {Entry.objects.get(pk=entry.pk).amount.amount}")
P
)"
