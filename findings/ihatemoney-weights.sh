#!/usr/bin/env bash
# In a manager of shared expenses who counts double from today on owes for last month's rent again, and a member that is renamed counts once.
#
# Guess: raising a member's weight leaves the bills that are there as they were split, and what was settled stays settled.
# Expected besides: an export that is imported has the same balances, and a request that changes a name changes the name.
# Seen: ihatemoney 7.2.1 keeps a weight with the member alone and splits each bill by the weights of today: rent of 900.00 by three was paid back, then
# Ben counts for two, and owes 75.00 to each of the others. A PUT with a new name alone, as its documentation renames a member, sets the weight to 1
# and switches the member off (the documentation shows one that is still on), and the balances move. The export of bills has the weight of who paid
# alone; the import makes 1 of the others.
# Bread that was bought for three and paid back leaves 0.0067 and twice -0.0033, shown as 0.01 and 0.00, and nobody owes.
# So a share is a number of cents in the entry that was made, and a change of a member's share counts for what comes after it.
source "$(dirname "$0")/common.bash"
python_packages ihatemoney==7.2.1

expect "rent: Asha 600.00, Ben -300.00, Chen -300.00
paid back: Asha 0.00, Ben 0.00, Chen 0.00
Ben counts for two: Asha 75.00, Ben -150.00, Chen 75.00
more rent: Asha 675.00, Ben -550.00, Chen -125.00
Ben counts for two from the first day: Asha 675.00, Ben -450.00, Chen -225.00
imported: Asha 600.00, Ben -300.00, Chen -300.00
renamed by PUT: weight 1.0, activated False; Asha 600.00, Benjamin -300.00, Chen -300.00
bread paid back: Asha 0.01, Ben -0.00, Chen -0.00; to settle: []" "$(cd "$folder" && python - 2>"$folder/log" <<'P'
import base64
import io

import ihatemoney.default_settings as settings
from ihatemoney.models import Project, db
from ihatemoney.run import create_app

class Configuration:
    pass

for name in dir(settings):
    if name.isupper():
        setattr(Configuration, name, getattr(settings, name))
Configuration.SQLALCHEMY_DATABASE_URI = "sqlite://"
Configuration.SECRET_KEY = "key"
Configuration.TESTING = Configuration.MAIL_SUPPRESS_SEND = True
Configuration.WTF_CSRF_ENABLED = False
app = create_app(configuration=Configuration)

class Home:
    """A project with three members, used by its API."""
    def __init__(self, name, members=("Asha", "Ben", "Chen")):
        self.name, self.client = name, app.test_client()
        fields = {"name": name, "id": name, "password": "password", "contact_email": "a@example.org", "default_currency": "XXX"}
        assert self.client.post("/api/projects", data=fields).status_code == 201
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"{name}:password".encode()).decode()}
        self.members = {member: self.ask("post", "members", {"name": member, "weight": 1}) for member in members}

    def ask(self, verb, path, fields=None):
        answer = getattr(self.client, verb)(f"/api/projects/{self.name}/{path}", data=fields, headers=self.headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def bill(self, payer, owers, amount, kind="Expense"):
        self.ask("post", "bills", {"date": "2026-11-01", "what": "bill", "payer": self.members[payer], "amount": amount, "bill_type": kind,
                                   "payed_for": [self.members[ower] for ower in owers]})

    def settle(self):
        return db.session.get(Project, self.name).get_transactions_to_settle_bill(True)

    def pay_back(self):
        for payment in self.settle():
            self.bill(payment["ower"], [payment["receiver"]], payment["amount"], "Reimbursement")

    def balances(self):
        return ", ".join(f"{line['member']['name']} {line['balance']:.2f}" for line in self.ask("get", "statistics"))

with app.app_context():
    db.create_all()
    home = Home("home")
    home.bill("Asha", home.members, "900.00")
    print("rent:", home.balances())
    home.pay_back()
    print("paid back:", home.balances())
    ben = f"members/{home.members['Ben']}"
    home.ask("put", ben, {"name": "Ben", "weight": 2, "activated": "true"})
    print("Ben counts for two:", home.balances())
    home.bill("Asha", home.members, "800.00")
    print("more rent:", home.balances())

    lent = Home("lent")
    lent.ask("put", f"members/{lent.members['Ben']}", {"name": "Ben", "weight": 2, "activated": "true"})
    lent.bill("Asha", lent.members, "900.00")
    print("Ben counts for two from the first day:", lent.balances())
    copy = Home("copy", ())
    for project in (lent, copy):
        project.client.post("/authenticate", data={"id": project.name, "password": "password"})
    bills = lent.client.get("/lent/export/bills.json").data
    copy.client.post("/copy/import", data={"file": (io.BytesIO(bills), "bills.json")}, content_type="multipart/form-data")
    print("imported:", copy.balances())

    renamed = lent.ask("put", f"members/{lent.members['Ben']}", {"name": "Benjamin"})
    print(f"renamed by PUT: weight {renamed['weight']}, activated {renamed['activated']};", lent.balances())

    small = Home("small")
    small.bill("Asha", small.members, "10.00")
    small.pay_back()
    print("bread paid back:", small.balances() + "; to settle:", small.settle())
P
)"
