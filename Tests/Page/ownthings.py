"""What belongs to one member: what they earn, a payment they correct, their silence, the token of their device."""

import asyncio
import csv
import datetime
import io
import json
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from household import opens
from world import adds, goes, room


async def income(browser, server):
    """An entry is divided by what each earns, once both have said it; what is earned is told to nobody who may not read it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.click("Add expense")
    await asha.fill("Amount", "900")
    await asha.fill("What for", "Rent")
    await asha.click("By income")
    await asha.sees("You and Ravi have not said what they earn a month.")
    await asha.click("Say what you earn")
    await asha.fill("Amount", "60000")
    await asha.click("Save")
    await asha.sees("Saved.")
    await goes(ravi, "settings")
    await ravi.click("What you earn a month")
    await ravi.fill("Amount", "30000")
    await ravi.click("Save")
    await ravi.sees("Saved.")
    # What was typed before is still there.
    await asha.click("Add expense")
    await asha.sees("Divided by what each earns a month.", "₹600.00", "₹300.00")
    await asha.click("Add ")
    await goes(ravi, "room")
    await ravi.sees("Rent", "you owe ₹300.00")
    await asha.click("Rent")
    await asha.sees("Split by income")
    await asha.click("Change")
    await asha.fill("Amount", "1200")
    await asha.click("Save")
    await asha.sees("Changed.")
    await ravi.sees("you owe ₹400.00")
    # Once adults may not see incomes, an adult neither divides by them nor changes what is divided so.
    await goes(asha, "policies")
    await asha.click("Adults may see the monthly income.", kind="label.check")
    await asha.sees("Saved.")
    await ravi.until("hearthTest.module('app').then(({app}) => !('income' in app.group.lanes) && !Object.keys(app.group.incomes).length)", "the incomes are forgotten")
    await ravi.click("Add expense")
    await ravi.sees("Equally")
    assert await ravi.run("hearthTest.find('button', 'By income') === null")


async def payment(browser, server):
    """A payment is corrected: its amount, day and note; another's change meanwhile is said first."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "1000", "Rent")
    await goes(ravi, "balances")
    await ravi.click("I have paid")
    await ravi.fill("Amount", "300")
    await ravi.click("Record payment")
    await ravi.sees("₹200.00 is still owed.")
    await goes(ravi, "room")
    await ravi.click("Settlement")
    await ravi.click("Change")
    await ravi.fill("Amount", "450")
    await ravi.fill("Note", "by UPI\n at noon")
    await goes(asha, "room")
    await asha.click("Settlement")
    await asha.click("Change")
    await asha.fill("Amount", "400")
    await asha.click("Save")
    await asha.sees("Changed.", "₹100.00")
    await ravi.until("hearthTest.module('app').then(({app}) => [...app.group.shared.entries.values()].some((one) => one.minor === '40000'))", "the change has come")
    await ravi.click("Save")
    await ravi.sees("was changed meanwhile: it is ₹400.00 now")
    await ravi.click("Save")
    await ravi.sees("Changed.")
    await asha.sees("₹50.00")
    await asha.click("Settlement")
    await asha.until("hearthTest.text().includes('by UPI\\nat noon')", "the note has two lines")
    await asha.click("Change")
    await asha.until("hearthTest.find('field', 'Note')?.value === 'by UPI\\n at noon'", "the note is changed with its lines")


async def pay_address(browser, server):
    """Where somebody takes money is a button for who owes them, and nobody else sees it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "settings")
    await asha.click("Where you receive money")
    await asha.fill("UPI address or IBAN", "asha@")
    await asha.click("Save")
    await asha.sees("This is no address of UPI")
    await asha.fill("UPI address or IBAN", "asha@examplebank")
    await asha.click("Save")
    await asha.sees("Saved.")
    await goes(ravi, "balances")
    await ravi.sees("Nobody owes anybody anything.")
    assert await ravi.run("document.querySelector('a[href^=\"upi:\"]') === null")
    await adds(asha, "1000", "Rent")
    await ravi.sees("Pay by UPI")
    await ravi.click("With another telephone", kind="summary")
    await ravi.sees("asha@examplebank")
    link = await ravi.run("document.querySelector('a[href^=\"upi:\"]').getAttribute('href')")
    assert link.startswith("upi://pay?pa=asha@examplebank&pn=Asha&am=500.00&cu=INR"), link
    await goes(asha, "balances")
    assert await asha.run("document.querySelector('a[href^=\"upi:\"]') === null")


async def pay_several(browser, server):
    """Who owes several is asked about none of them: how one is paid is asked for when it is looked at, and said where there is no way."""
    asha, ravi, meera = await room(browser, server, "Asha", "Ravi", "Meera")
    await goes(asha, "settings")
    await asha.click("Where you receive money")
    await asha.fill("UPI address or IBAN", "asha@examplebank")
    await asha.click("Save")
    await asha.sees("Saved.")
    await goes(asha, "room")
    await adds(asha, "900", "Rent")
    await adds(meera, "900", "Fridge")
    await goes(ravi, "balances")
    await ravi.sees("You pay Asha", "You pay Meera")
    await ravi.until("document.querySelectorAll('.debt details summary').length === 4", "how to pay and why, of each")
    asked = "hearthTest.module('app').then(({app}) => Object.keys(app.group.computed).filter((one) => one.startsWith('pay ')).length)"
    assert await ravi.run(asked) == 0, "asked before it was looked at"
    looks = "[...document.querySelectorAll('.debt')].find((one) => one.innerText.includes('You pay %s')).querySelector('summary').click()"
    await ravi.run(looks % "Asha")
    await ravi.sees("Pay by UPI")
    assert await ravi.run(asked) == 1
    link = await ravi.run("document.querySelector('a[href^=\"upi:\"]').getAttribute('href')")
    assert link.startswith("upi://pay?pa=asha@examplebank&pn=Asha&am=300.00&cu=INR"), link
    await ravi.run(looks % "Meera")
    await ravi.sees("has not said where they take money")
    assert await ravi.run(asked) == 2
    await ravi.run(looks % "Asha")
    await ravi.until("!document.querySelector('a[href^=\"upi:\"]')", "the way is folded away")


async def bill(browser, server):
    """A bill by its items: who shares each, and tax by what the items of each cost; all see the items in the note."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.click("Add expense")
    await asha.click("Items")
    await asha.sees("Each item has a name, an amount and who shares it.")
    await asha.fill("Article", "Paneer")
    await asha.fill("Price", "320")
    await asha.click("One more item")
    await asha.fill("Article", "Beer", place=1)
    await asha.fill("Price", "250", place=1)
    await asha.click("Item 2: You", kind="input")
    await asha.fill("Tax", "10%")
    await asha.fill("Tip", "50")
    await asha.sees("₹190.04", "₹486.96")
    await asha.click("Add ₹677.00")
    await asha.until("!document.querySelector('dialog[open]')", "the sheet closes")
    await ravi.sees("Paneer, Beer", "you owe ₹486.96")
    await ravi.click("Paneer, Beer")
    await ravi.sees("Paneer 320.00 @Asha @Ravi; Beer 250.00 @Ravi; tax 57.00; tip 50.00")


async def parties(browser, server):
    """A couple settles as one: their balances are added up, and either pays for both."""
    asha, ravi, meera = await room(browser, server, "Asha", "Ravi", "Meera")
    await adds(asha, "900", "Rent share", "🏠 Housing/Rent")
    await goes(meera, "balances")
    await meera.sees("Fewest payments")
    await meera.sees_not("Couples as one")
    await goes(asha, "members")
    await asha.click("Ravi")
    await asha.fill("Settles as one with", await asha.run("hearthTest.module('app').then(({app}) => app.group.shared.members.find((one) => one.displayName === 'Meera').memberId)"))
    await asha.sees("Saved.")
    await meera.click("Couples as one")
    await meera.sees("Ravi + You", "₹600.00", "no plan has fewer.")
    await meera.click("I have paid")
    await meera.sees("The whole debt is ₹600.00.")
    await meera.click("Record payment")
    await meera.sees("Recorded.", "Nobody owes anybody anything.")
    await meera.click("By the entries")
    await meera.sees("Ravi pays")
    await goes(ravi, "members")
    await ravi.click("Meera")
    await ravi.sees("Settles as one with Ravi")


async def searching(browser, server):
    """All words of a search have to fit, as they are typed: texts, members, months, amounts."""
    asha, _ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "60", "Milk")
    await adds(asha, "450,50", "Petrol")
    await goes(asha, "history")
    for words, there, gone in [("mil @ravi", "Milk", "Petrol"), ("450.50", "Petrol", "Milk"), ("petrol 450,50", "Petrol", "Milk")]:
        await asha.fill("Search", words)
        await asha.sees(there)
        await asha.until(f"!document.body.innerText.includes('{gone}')", f"{gone} does not fit {words}")
    await asha.fill("Search", "milk 2001-01")
    await asha.sees("No such entries")


async def imports(browser, server):
    """A bank's file: what it would add, what the page asks, what is skipped; it goes in once, offline too, and is taken back."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "settings")
    await asha.click("Import a file")
    up = await asha.run("document.querySelector('.way-up').innerText")
    assert up == "‹ Settings", up
    with tempfile.TemporaryDirectory() as folder:
        def written(name, text):
            path = Path(folder) / name
            path.write_text(text)
            return str(path)
        first = written("bank.csv", "date,description,amount\n2026-11-20,Rice,450.50\n2026-11-20,Tea,-20\n2026-11-21,Broken,x\n2026-11-22,Pay,1000\n")
        await asha.choose_file("#import-file", first)
        # Nothing says what a minus means, so the page asks.
        await asha.sees("Nothing says whether it came in or went out.", "“x” is no amount that fits here.")
        await asha.fill("What went out", "minus")
        await asha.sees("3 new, 1 left out, with problems", "Tea", "Expense · you paid · Equally: you and Ravi", "Spent ₹20.00, Income ₹1,450.50", "balances then:")
        assert await ravi.run("hearthTest.module('app').then(({app}) => app.group.shared.entries.size)") == 0, "a plan adds nothing"
        await asha.click("Hide amounts")
        await asha.sees("“•••” is no amount that fits here.")
        await asha.click("Hide amounts")
        await asha.click("Add 3 entries")
        await asha.sees("Added: 3", "Last file: bank.csv")
        await goes(ravi, "room")
        await ravi.sees("Rice", "Tea", "Pay")
        # The file has grown: what is there is skipped, and the new line waits while there is no connection.
        grown = written("grown.csv", (Path(folder) / "bank.csv").read_text() + "2026-11-23,Salt,-5\n")
        await asha.choose_file("#import-file", grown)
        await asha.fill("What went out", "minus")
        await asha.sees("1 new, 3 there already, 1 left out, with problems")
        await asha.offline(True)
        await asha.run("dispatchEvent(new Event('offline'))")
        await asha.until("hearthTest.module('app').then(({app}) => app.connection !== 'live')", "no connection")
        await asha.click("Add one entry")
        await asha.sees("Kept here. It is sent as soon as there is a connection.")
        await asha.offline(False)
        await asha.run("dispatchEvent(new Event('online'))")
        await ravi.sees("Salt")
        await asha.sees("Last file: grown.csv")
        await asha.until("hearthTest.module('app').then(({app}) => app.isCaughtUp && [...app.group.shared.entries.values()].some((one) => one.description === 'Salt'))", "Salt has come")
        await asha.click("Take its entries back (1)")
        await asha.sees("Taken back: 1")
        await ravi.until("hearthTest.module('app').then(({app}) => [...app.group.shared.entries.values()].find((one) => one.description === 'Salt').isVoided)", "Salt is voided")
        # The sign of another currency: the page asks which. A column without a title is chosen by what stands in it.
        await asha.choose_file("#import-file", written("dollars.csv", "Date,Text,Debit\n2026-11-20,Museum,$19.99\n"))
        await asha.sees("“$19.99” is no currency that fits here.")
        await asha.fill("Currency", "USD")
        await asha.sees("1 new", "Spent $19.99")
        await asha.choose_file("#import-file", written("untitled.csv", "20.11.2026,4.95,7.00,Rice\n"))
        await asha.sees("Say which columns have the day, the text and the amount.")
        await asha.fill("Amount", "2 (4.95)")
        await asha.sees("1 new", "Spent ₹4.95", "Nothing in the file says which way money went: all lines are taken for expenses.")
        await asha.fill("What went out", "minus")
        await asha.sees("1 new", "Income ₹4.95")
        # A balance that shows that lines are missing is counted, and stands first.
        await asha.choose_file("#import-file", written("gap.csv", "Date,Text,Amount,Balance\n2026-11-20,A,-10,90\n2026-11-21,B,-10,80\n2026-11-22,C,-10,60\n"))
        await asha.sees("3 new, 1 with a balance that differs", "Lines may be missing: the file says ₹60.00, and the lines come to ₹70.00.")
        first_row = await asha.run("document.querySelector('table tbody tr').innerText")
        assert "Lines may be missing" in first_row, first_row
        # Columns of money out and in; and how letters are written, where what is read is not what the bank wrote.
        odd = Path(folder) / "odd.csv"
        odd.write_bytes("Jour;Quoi;Parti;Venu\n20.11.2026;Caf\u00e9;7,40;\n21.11.2026;Paie;;100,00\n".encode("iso-8859-1"))
        await asha.choose_file("#import-file", str(odd))
        await asha.sees("Say which columns have the day, the text and the amount.")
        for label, title in [("Day", "Jour"), ("Text", "Quoi"), ("Money that went out", "Parti"), ("Money that came in", "Venu")]:
            await asha.fill(label, title)
        await asha.sees("2 new", "Caf\u00e9", "Spent ₹7.40, Income ₹100.00")
        await asha.click("Read it otherwise")
        await asha.fill("Letters", "windows-1251")
        await asha.sees("Caf\u0439")
        # Of lines like entries typed by hand, one is added and the other is not.
        for amount, text in [("30", "Edeka"), ("90", "Flat")]:
            await adds(asha, amount, text)
        await goes(asha, "settings")
        await asha.click("Import a file")
        today = datetime.date.today().isoformat()
        await asha.choose_file("#import-file", written("alike.csv", f"date,description,amount\n{today},Shop one,30\n{today},Rent,90\n"))
        await asha.sees("0 new, 2 like one typed by hand", "like Edeka")
        await asha.click("Add it, too Line 2", kind="label.check")
        await asha.sees("1 new, 1 like one typed by hand", "like Flat", "Spent ₹30.00")
        await asha.click("Add it, too Line 2", kind="label.check")
        await asha.sees("0 new, 2 like one typed by hand")
        # People that an import noted down stay when it is taken back, and that is said.
        await asha.choose_file("#import-file", written("flat.csv", "Date,Description,Category,Cost,Currency,Asha,Zoya\n2026-11-01,Dinner,General,20,INR,10,-10\n"))
        await asha.click("Note the others down as members", kind="label.check")
        await asha.click("Add one entry")
        await asha.sees("Added: 1")
        await asha.until("hearthTest.module('app').then(({app}) => [...app.group.shared.entries.values()].some((one) => one.description === 'Dinner'))", "Dinner has come")
        await asha.click("Take its entries back (1)")
        await asha.sees("Still in the group, and in no entry: Zoya.", "Members")
        # Into an account: what it would have then.
        await goes(asha, "accounts")
        await opens(asha, "Savings", "1000")
        await asha.sees("only you see it", "₹1,000.00")
        await goes(asha, "settings")
        await asha.click("Import a file")
        await asha.choose_file("#import-file", written("own.csv", "date,description,amount\n2026-11-20,Rice,-450.50\n2026-11-21,Interest,12\n"))
        await asha.until("hearthTest.find('field', 'Into')", "where it goes")
        await asha.fill("Into", await asha.run("hearthTest.find('field', 'Into').options[1].value"))
        await asha.fill("What went out", "minus")
        await asha.sees("2 new", "balances then: Savings ₹561.50")
        # A file that is dropped, in Hindi, that is no table.
        await asha.run("hearthTest.module('i18n').then(({setLanguage}) => setLanguage('hi'))")
        await asha.sees("फ़ाइल आयात करें")
        await asha.run("""(() => { const bag = new DataTransfer(); bag.items.add(new File(['<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Document xmlns="urn:iso:std:iso:20022:x">&a;</Document>'], 'x.xml'));
          document.querySelector('#import-file').closest('.card').dispatchEvent(new DragEvent('drop', {dataTransfer: bag, bubbles: true, cancelable: true})); })()""")
        await asha.sees("यह ख़राब है, या ऐसी है जो पढ़ी नहीं जाती।")


async def separation(browser, server):
    """Copies first, plain words, two questions; then nothing of theirs reaches the others, who are told nothing, until they end it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "200", "=Milk; \"fresh\"")
    await ravi.sees("Milk")
    with tempfile.TemporaryDirectory() as folder:
        await browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder, browserContextId=ravi.context, eventsEnabled=False)
        await goes(ravi, "settings")
        await ravi.click("Withdraw quietly")
        assert await ravi.run("document.querySelector('.places .add') === null"), "nothing to add stands where somebody is about to withdraw"
        up = await ravi.run("JSON.stringify([document.querySelector('.way-up').innerText, document.querySelector('.place.further[aria-current]').innerText])")
        assert up == '["‹ Settings","Settings"]', up
        await ravi.sees("What it cannot do", "Others keep what they have seen", "Accounts that you share stay shared until you end it.")
        await ravi.click("Send nothing more to")
        await ravi.sees("You have taken no copy yet.")
        await ravi.click("Cancel")
        await ravi.click("Entries (CSV)")
        await ravi.click("Send nothing more to")
        await ravi.sees("Your copies are in the folder of downloads.")
        text = await written(ravi, folder, ".csv")
        row = list(csv.DictReader(io.StringIO(text)))[0]
        assert row["description"] == "'=Milk; \"fresh\"" and row["amount"] == "200.00" and row["owed"] == "Asha=100.00; Ravi=100.00", row
    await ravi.click("Go on")
    await ravi.sees("Really? From this moment nothing of yours reaches Sharma Family.")
    await asha.sees("Ravi is here")
    await ravi.click("Yes, from now on")
    await ravi.sees("You read in silence", "End the silence")
    await asha.sees("nobody else is here")
    await goes(ravi, "room")
    await ravi.sees("You read in silence")
    assert await ravi.run("hearthTest.find('button', 'Add expense') === null"), "nothing can be added"
    await adds(asha, "50", "Bread")
    await ravi.sees("Bread")
    await asha.sees_not("silence")
    events = await asha.run("hearthTest.module('app').then(({app}) => app.group.feed.map((one) => one.type))")
    assert "separated" not in events, events
    await ravi.click("Look")
    await ravi.click("End the silence")
    await ravi.sees("What you do reaches this group again.")
    await asha.sees("Ravi is here")
    await adds(ravi, "30", "Salt")
    await asha.sees("Salt")


async def token(browser, server):
    """A token of some age is renewed by itself, the new one kept before it is used; a second tab goes on with it; an ended one says so clearly."""
    asha, = await room(browser, server, "Asha")
    kept = "hearthTest.module('storage').then(({read}) => read('values', 'token'))"
    first = await asha.run(kept)
    tab = await browser.page(asha.context)
    await tab.goto(server.url + "/")
    await tab.sees("What happens")
    await asha.run("hearthTest.module('storage').then(({keep}) => keep('values', 'tokenAt', Date.now() - 25 * 3600 * 1000))")
    await asha.send("Page.reload")
    await asha.until(kept + f".then((token) => token && token !== {first!r})", "another token is kept")
    second = await asha.run(kept)
    # The new one logs in, which ends the old one; the other tab takes the new one, and both go on.
    await asha.send("Page.reload")
    await asha.sees("What happens")
    await adds(asha, "10", "Tea")
    await tab.sees("Tea")
    await adds(tab, "20", "Rusk")
    await asha.sees("Rusk")
    assert await tab.run(kept) == second, "no further token is asked for so soon"
    old = await asha.run(f"""new Promise((resolve) => {{ const socket = new WebSocket(location.origin.replace('http', 'ws') + '/v1/socket', ['hearth.v1.json']);
      socket.onopen = () => socket.send(JSON.stringify({{request: 1, hello: {{token: {first!r}}}}})); socket.onclose = (event) => resolve(event.code); }})""")
    assert old == 4401, old
    # What is larger than a message may be would be sent again: the page does not connect again by itself.
    await tab.run("hearthTest.module('client').then(({ask}) => ask({createGroup: {name: 'x'.repeat(70000)}}).catch(() => null), 0)")
    await tab.sees("The server does not understand what this page sends")
    await tab.send("Page.reload")
    await tab.sees("Rusk")
    # It ends: nothing but what it means is shown, with the two ways on.
    await asha.run("hearthTest.module('client').then(({ask}) => ask({listDevices: {}}).then(({devices}) => ask({revokeDevice: {deviceId: devices.devices.find((one) => one.current).deviceId}})))")
    for page in (asha, tab):
        await page.sees("This device is not logged in any more", "Link it anew from another device", "Forget what this device keeps")


# A headless browser has no service that it could be told by. The key is one of RFC 8291's; nothing is sent to such an address.
PUSH = """
  let told = null;
  const made = () => ({
    endpoint: 'https://localhost:1/push',
    toJSON: () => ({ endpoint: 'https://localhost:1/push', keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
    unsubscribe: async () => { told = null; return true; },
  });
  PushManager.prototype.getSubscription = async () => told;
  PushManager.prototype.subscribe = async (options) => { window.asked = options; return told = made(); };
  window.permission = 'denied';
  Notification.requestPermission = async () => window.permission;
"""
IS_TOLD = "hearthTest.module('client').then(({ask}) => ask({listDevices: {}})).then(({devices}) => devices.devices.map((one) => Boolean(one.told)))"


async def told(browser, server):
    """A member is told on a device once the browser permits it and they have asked for it, of the kinds that they choose, and not any more."""
    asha, = await room(browser, server, "Asha")
    await asha.until("navigator.serviceWorker?.ready.then(() => true)", "the service worker")
    await asha.run(PUSH)
    await goes(asha, "settings")
    await asha.click("What you are told")
    await asha.sees("Tell me on this device", "On your devices, of this group")
    await asha.click("Tell me on this device", "field")
    await asha.sees("The browser does not permit it.")
    assert await asha.run(IS_TOLD) == [False]
    await asha.run("window.permission = 'granted'")
    await asha.click("Tell me on this device", "field")
    await asha.until(f"{IS_TOLD}.then(([one]) => one)", "the server knows it")
    asked = await asha.run("JSON.stringify(window.asked)")
    assert json.loads(asked)["userVisibleOnly"] and len(json.loads(asked)["applicationServerKey"]) == 87, asked
    # Alerts and reminders are wanted then; entries once they are chosen, too.
    wants = "hearthTest.module('app').then(({app}) => Object.keys(app.group.shared.wishes[app.group.memberId]).sort().join())"
    await asha.until(f"{wants}.then((all) => all === 'NOTICE_KIND_ALERTS NOTICE_CHANNEL_PUSH,NOTICE_KIND_REMINDERS NOTICE_CHANNEL_PUSH')", "two kinds")
    await asha.click("Entries", "field")
    await asha.until(f"{wants}.then((all) => all.includes('NOTICE_KIND_ENTRIES NOTICE_CHANNEL_PUSH'))", "a third")
    await asha.click("Tell me on this device", "field")
    await asha.until(f"{IS_TOLD}.then(([one]) => !one)", "the server knows that it is over")
    # What a service brings is shown, and what is touched opens its group.
    group = await asha.run("hearthTest.module('app').then(({app}) => app.group.groupId)")
    await asha.browser.send("Browser.grantPermissions", browserContextId=asha.context, origin=server.url, permissions=["notifications"])
    await asha.send("ServiceWorker.enable")
    while not asha.registrations:
        # Chromium does one thing after the other.
        await asha.run("fetch('/').then(() => true)")
    notice = {"title": "Sharma", "body": "Ravi added Milk", "group": group, "tag": f"entries{group}"}
    await asha.send("ServiceWorker.deliverPushMessage", origin=server.url, registrationId=asha.registrations[-1], data=json.dumps(notice))
    shown = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => [one.title, one.body, one.tag, one.data]))"
    await asha.until(f"{shown}.then((all) => all.length === 1)", "a notification")
    assert await asha.run(shown) == [["Sharma", "Ravi added Milk", f"entries{group}", group]]
    # Addresses are kept, in the snapshot of a page that comes back, too.
    await asha.click("By mail")
    await asha.fill("Email address", "asha@example.org")
    await asha.fill("Address for push messages of another app", "-asha")
    await asha.click("Save")
    await asha.until("document.querySelector('dialog .problem, dialog [role=alert]')", "the second is refused")
    await asha.fill("Address for push messages of another app", "asha-7f3k")
    await asha.click("Save")
    await asha.sees("Saved.")
    kept = "hearthTest.module('app').then(({app}) => JSON.stringify(app.group.inbox.addresses))"
    await asha.until(f"{kept}.then((all) => all.includes('asha-7f3k'))", "both addresses")
    assert json.loads(await asha.run(kept)) == {"MAIL": "asha@example.org", "PUSH": "asha-7f3k"}
    for opening in [f"navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {{data: {{group: '{group}'}}}}))", None]:
        if opening:
            await asha.run(f"void {opening}")
        else:
            await asha.goto(f"{server.url}/#/open/{group}")
            await asha.send("Page.reload")
        await asha.until("location.hash === '#/room'", "the group is open")
        await asha.sees("What happens")


def status(url, token, body=None):
    """What the server answers a program with a token."""
    fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode() if body else None, fields), timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


async def programs(browser, server):
    """A token for a program is made, shown this once and revoked; it does what was chosen, and a member finds it only where their role may have one."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    group = await asha.run("hearthTest.module('app').then(({app}) => app.group.groupId)")
    entries = f"{server.url}/v1/groups/{group}/entries"
    entry = {"content": {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": "1200", "currency": "INR"}, "description": "By a program"}}
    tokens = []
    for name, choice in (("Reader", None), ("Writer", "GROUP_TOKEN_ACCESS_WRITE")):
        await goes(asha, "settings")
        await asha.click("Programs that act for you")
        await asha.click("Make a token")
        await asha.sees("Say what the program is called.")
        await asha.fill("What the program is called", name)
        if choice:
            await asha.fill("What it may do", choice)
        await asha.fill("Ends after", "30")
        await asha.click("Make a token")
        await asha.sees("It is shown this once.", f"{name} reads what you may")
        tokens.append(await asha.run("document.querySelector('.link-text').value"))
        await asha.click("I have kept it")
        await asha.sees(name, "never used")
        await asha.sees_not("It is shown this once.")
        await asha.click("Close")
    answers = [await asyncio.to_thread(status, entries, token, body) for token in tokens for body in (None, entry)]
    assert answers == [200, 403, 200, 201], answers
    await goes(asha, "room")
    await asha.sees("By a program")
    await goes(asha, "settings")
    await asha.click("Programs that act for you")
    await asha.sees("Reader", "Writer", "reads and enters", "last used: ")
    await asha.click("Revoke", place=1)
    await asha.sees("Revoke Writer? It is let in no more.")
    await asha.click("Yes, revoke")
    await asha.sees_not("Writer")
    answers = [await asyncio.to_thread(status, entries, token) for token in tokens]
    assert answers == [200, 401], answers
    await asha.click("Close")
    # Each sees their own; a role that may have none finds none.
    await goes(ravi, "settings")
    await ravi.click("Programs that act for you")
    await ravi.sees("What the program is called")
    await ravi.sees_not("Reader")
    await ravi.click("Close")
    member = await ravi.run("hearthTest.module('app').then(({app}) => app.group.memberId)")
    await asha.run("hearthTest.module('client').then(({command}) => command({changeRole: {memberId: %s, role: 'ROLE_ADMIN'}}))" % json.dumps(member))
    await ravi.sees("Who may do what")
    await ravi.sees_not("Programs that act for you")


async def written(page, folder, ending):
    """The text of a file that the page has written, once it is there whole."""
    while True:
        found = [one for one in Path(folder).iterdir() if one.name.endswith(ending)]
        if found:
            return found[0].read_bytes().decode()
        # Chromium does one thing after the other.
        await page.run("fetch('/').then(() => true)")


ALL = [income, payment, pay_address, pay_several, bill, parties, searching, imports, separation, token, programs, told]
