"""What people do with the page, one scenario a function. Each takes the browser and the server, and fails by raising."""

import asyncio
import base64
import json
import re
import tempfile
import time
from pathlib import Path

from world import FASTEST, Line, adds, founder, goes, invite, joiner, never, room, tries


# That this device has no token, and no connection by which it could get one.
NOBODY = """Promise.all([hearthTest.module('storage').then(({read}) => read('values', 'token')), hearthTest.module('app')])
  .then(([token, {app}]) => token === undefined && app.connection === 'off')"""


async def join(browser, server):
    """By a link: what it leads to, one name, one tap; both see what the other enters."""
    asha = await founder(browser, server)
    link = await invite(asha)
    assert "/join#" in link, link
    ravi = await browser.person()
    await ravi.goto(link)
    await ravi.sees("Asha invites you to", "Sharma Family", "1 member", "you join as adult")
    assert await ravi.run("document.activeElement.name") == "name", "the cursor stands in the name"
    assert await ravi.run(NOBODY), "to look at an invite makes nobody known"
    await ravi.fill("Your name", "Ravi")
    await ravi.press("Enter", number=13)
    await ravi.sees("You are even", "Ravi joined as adult")
    assert await ravi.run("location.pathname + location.hash") == "/#/room"
    assert link.split("#")[1] not in json.dumps(list(ravi.requests.values())), "the code never stands in a request's address"
    await asha.sees("Ravi is here")
    await goes(asha, "room")
    await asha.sees("Ravi joined as adult")
    await adds(asha, "1200", "Electricity", "💡 Utilities")
    await ravi.sees("Electricity", "you owe ₹600.00")
    await adds(ravi, "300", "Milk")
    await asha.sees("Milk", "You get back", "₹450.00")
    return asha, ravi


async def wrong_code(browser, server):
    """A code that opens nothing says so, and leads on."""
    page = await browser.person()
    # Chromium tells of every answer that is a refusal.
    page.expects_refusals = True
    await page.goto(server.url + "/join#0000-0000-0000-0000")
    await page.sees("This invite does not work", "This invite cannot be used.")
    await page.click("Go on without it")
    await page.sees("Money you share")
    assert await page.run(NOBODY), "a wrong code makes nobody known"
    # A link of which a messenger left the beginning.
    await page.goto(server.url + "/join#K7QM-3FX")
    await page.sees("This invite does not work", "Check the code, or ask for a new invite.")


async def terminal(browser, server):
    """Two browsers and two terminals in one group: each sees what the others enter."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    meera, kabir = await server.terminal("Meera"), await server.terminal("Kabir")
    link = await invite(asha, people="5")
    await meera.run("join", link.split("#")[1])
    await kabir.run("join", link.split("#")[1])
    await goes(asha, "room")
    await asha.sees("Meera joined as adult")
    await asha.run("""globalThis.seen = new Promise((resolve) => {
      const look = () => document.body.innerText.includes('Rickshaw') ? resolve(Date.now()) : requestAnimationFrame(look); look(); }); 0""")
    await meera.run("add", "250.50", "Rickshaw", "--category", "transportation")
    await asha.run("seen")
    for page in (asha, ravi):
        await page.sees("Kabir joined as adult", "Rickshaw", "you owe ₹62.6")
    await kabir.run("add", "80", "Newspaper")
    await ravi.sees("Newspaper", "you owe ₹20.00")
    await adds(asha, "99.99", "Tea", "🍛 Dining Out")
    await ravi.sees("Tea")
    for one in (meera, kabir):
        entries = await one.run("entries")
        assert "Tea" in entries and "99.99" in entries, entries


async def latency(browser, server):
    """What one enters is on the other's page within 100 ms of the tap; the third fastest of the tries counts."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    times = []
    for turn in tries(times):
        what = f"Bread {turn}"
        await goes(asha, "room")
        await asha.click("Add expense")
        await asha.fill("Amount", f"{100 + turn}")
        await asha.fill("What for", what)
        await ravi.run(f"""globalThis.seen = new Promise((resolve) => {{
          const observer = new MutationObserver(() => {{ if (![...document.querySelectorAll('.entry-title')].some((one) => one.innerText === {json.dumps(what)})) return;
            observer.disconnect(); resolve(Date.now()); }});
          observer.observe(document.body, {{subtree: true, childList: true, characterData: true}}); }}); 0""")
        start = await asha.run("""(() => { const start = Date.now();
          document.querySelector('dialog[open] button[type=submit]').click(); return start; })()""")
        times.append(await ravi.run("seen") - start)
        await asha.until("!document.querySelector('dialog[open]')", "the sheet closes")
    times.sort()
    print(f"    from tap to the other's page: {', '.join(f'{one:.0f}' for one in times)} ms")
    assert times[2] < FASTEST, times


async def splits(browser, server):
    """Percent, amounts, shares, several payers; sums and lakhs as amounts; what does not add up is said."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.click("Add expense")
    await asha.fill("Amount", "320+680")
    await asha.fill("What for", "By percent")
    await asha.sees("= ₹1,000.00")
    await asha.click("Percent")
    await asha.fill("Percent: You", "70")
    await asha.sees("20 % too much")
    await asha.fill("Percent: Ravi", "30")
    await asha.sees("You get back ₹300.00 by this.")
    await asha.click("Add ")
    await ravi.sees("By percent", "you owe ₹300.00")
    # Without words an entry is called like its category; without both it is asked for before anything is sent.
    await asha.click("Add expense")
    await asha.fill("Amount", "60")
    await asha.click("Add ")
    await asha.sees("Say what it is, or choose a category.")
    await asha.click("💡 Utilities", kind="label.chip")
    await asha.click("Add ")
    await ravi.sees("Utilities", "you owe ₹30.00")
    await asha.click("Add expense")
    await asha.fill("Amount", "1.2L")
    await asha.fill("What for", "By amounts")
    await asha.click("Amounts")
    await asha.fill("Amounts: You", "20000.01")
    await asha.sees("₹39,999.99 is missing")
    await asha.click("Add ")
    await asha.sees("The shares do not add up to the amount.")
    await asha.fill("Amounts: Ravi", "99999.99")
    await asha.click("Add ")
    await ravi.sees("By amounts", "you owe ₹99,999.99")
    await asha.click("Add expense")
    await asha.fill("Amount", "900")
    await asha.fill("What for", "By shares")
    await asha.click("Shares")
    await asha.fill("Shares: You", "1")
    await asha.fill("Shares: Ravi", "2")
    await asha.click("Several paid", kind="label")
    await asha.fill("Paid by: You", "400")
    await asha.sees("₹500.00 is missing")
    await asha.fill("Paid by: Ravi", "500")
    await asha.click("Add ")
    await ravi.sees("By shares", "you owe ₹100.00", "paid by Asha and you")
    await ravi.click("By shares")
    await ravi.sees("Split by shares", "× 2", "₹600.00")
    await ravi.click("Close")
    await asha.click("Add expense")
    await asha.click("Income")
    await asha.fill("Amount", "5000")
    await asha.fill("From what", "Deposit back")
    await asha.sees("The person who receives it keeps it.")
    await asha.click("Divide it among members", kind="label")
    await asha.click("Add ")
    await ravi.sees("Deposit back", "you get back ₹2,500.00")
    await asha.click("Add expense")
    await asha.click("Income")
    await asha.fill("Amount", "85000")
    await asha.fill("From what", "November")
    await asha.click("💼 Salary", kind="label.chip")
    await asha.click("Add ")
    await ravi.sees("November", "₹85,000.00")
    # A salary moves no debt: whatever was owed is owed still, and a corrected one is still its earner's.
    await asha.click("November")
    await asha.click("Change")
    await asha.fill("Amount", "86000")
    await asha.click("Save")
    await ravi.sees("₹86,000.00")
    await ravi.sees_not("43,000")


async def changes(browser, server):
    """Edit, undo, void, restore, dispute, withdraw; a clash of two edits; the same entry twice."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "500", "Vegetables")
    await ravi.sees("you owe ₹250.00")
    await asha.click("Vegetables")
    await asha.click("Change")
    await asha.fill("Amount", "600")
    await asha.click("Save")
    await ravi.sees("Asha changed Vegetables: amount", "you owe ₹300.00")
    await asha.click("Undo")
    await ravi.sees("Asha changed Vegetables: undone", "you owe ₹250.00")
    await ravi.click("Vegetables")
    await ravi.click("Dispute")
    await ravi.fill("What is wrong?", "It was 400")
    await ravi.click("Dispute")
    await asha.sees("Ravi disputes Vegetables: It was 400", "disputed by Ravi")
    await ravi.click("Vegetables")
    await ravi.sees("Disputed by Ravi: It was 400")
    await ravi.click("Withdraw dispute")
    await asha.sees("Ravi no longer disputes Vegetables")
    await ravi.click("Vegetables")
    await ravi.fill("Say something", "The bill is in the drawer")
    await ravi.click("Say it")
    await asha.sees("Ravi on Vegetables: The bill is in the drawer")
    await asha.click("Vegetables")
    await asha.sees("Comments", "The bill is in the drawer")
    await ravi.click("Take it away")
    await asha.until("!document.querySelector('dialog').textContent.includes('The bill is in the drawer')", "the comment's end")
    await asha.click("Close")
    await ravi.click("Close")
    await asha.sees("Ravi took a comment on Vegetables away")
    await asha.click("Vegetables")
    await asha.click("Void")
    await asha.click("Void it")
    await ravi.sees("Asha voided Vegetables", "You are even")
    await asha.click("Vegetables")
    await asha.click("Restore")
    await ravi.sees("Asha restored Vegetables", "you owe ₹250.00")
    # Both have the form open; the second to save is told, and may put theirs in its place.
    for page in (asha, ravi):
        await page.click("Vegetables")
        await page.click("Change")
    await asha.fill("Amount", "700")
    await asha.click("Save")
    await asha.sees("Changed.")
    await ravi.fill("Amount", "800")
    await ravi.click("Save")
    await ravi.sees("was changed meanwhile: it is ₹700.00 now")
    await ravi.click("Save")
    await asha.sees("₹800.00", "you get back ₹400.00")
    await ravi.sees("Changed.")
    await adds(asha, "45", "Tea")
    await asha.click("Add expense")
    await asha.fill("Amount", "45")
    await asha.fill("What for", "Tea")
    await asha.click("🛒 Groceries", kind="label.chip")
    await asha.click("Add ")
    await asha.sees("Almost the same was added just now")
    await asha.click("Yes, add it too")
    await asha.sees("Added.")
    await asha.until("[...document.querySelectorAll('.entry-title')].filter((one) => one.innerText === 'Tea').length === 2", "two teas")


async def takes_picture(page):
    """Chooses a picture of 2400 by 1200 as a receipt in the form that is open."""
    picture = await page.run("""(async () => { const canvas = document.createElement('canvas'); canvas.width = 2400; canvas.height = 1200;
      const paper = canvas.getContext('2d'); paper.fillStyle = '#eee'; paper.fillRect(0, 0, 2400, 1200); paper.fillStyle = '#222'; paper.font = '200px sans-serif'; paper.fillText('TOTAL 99', 100, 500);
      return canvas.toDataURL('image/png').split(',')[1]; })()""")
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(base64.b64decode(picture))
        file.flush()
        await page.choose_file("#receipt", file.name)
        await page.until("document.querySelector('.chip-button img')?.complete", "the picture in the form")


async def sees_picture(page):
    """Waits for a receipt's picture and checks that it was made smaller."""
    width = await page.until("document.querySelector('.receipts img')?.naturalWidth", "the receipt on the other's page")
    assert width == 1600, width


async def receipt(browser, server):
    """A picture from the camera goes along, made small, and the other sees it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.click("Add expense")
    await asha.fill("Amount", "99")
    await asha.fill("What for", "With receipt")
    await takes_picture(asha)
    await asha.click("Add ")
    await ravi.sees("With receipt", "1 receipt")
    await ravi.click("With receipt")
    await sees_picture(ravi)


async def settle(browser, server):
    """Who pays whom with its reasons; a part, the rest, more than is owed; a reminder."""
    asha, ravi, meera = await room(browser, server, "Asha", "Ravi", "Meera")
    await adds(asha, "900", "Rent share", "🏠 Housing/Rent")
    await adds(ravi, "300", "Lunch", "🍛 Dining Out")
    await goes(asha, "balances")
    await asha.sees("Who pays whom", "Meera pays you", "Ravi pays you", "no plan has fewer.")
    await asha.click("Why?")
    await asha.sees("Rent share", "of ₹900.00")
    await asha.click("By the entries")
    await asha.sees("Who pays whom")
    await asha.click("Remind")
    await asha.sees("Reminded.")
    await goes(meera, "balances")
    await meera.click("I have paid")
    await meera.fill("Amount", "100")
    await meera.click("Record payment")
    await meera.sees("is still owed.")
    await goes(asha, "room")
    await asha.sees("Meera paid you", "₹100.00")
    await asha.click("Rent share")
    await asha.sees("of it settled with you")
    await asha.click("Close")
    # The sum reckoned here and the server's plan below it never contradict each other.
    await goes(meera, "room")
    await meera.sees("to Asha")
    await meera.run("""window.apart = []; new MutationObserver(() => {
      const [sum, debt] = ['.standing-figure', '.debts-short li'].map((place) => document.querySelector(place)?.textContent.trim());
      if (sum && debt && !debt.includes(sum)) apart.push(`${sum} over ${debt}`);
    }).observe(document.body, {childList: true, subtree: true, characterData: true})""")
    await adds(asha, "30", "Salt")
    await meera.sees("Salt", "to Asha")
    apart = await meera.run("JSON.stringify(apart)")
    assert apart == "[]", apart
    await goes(meera, "balances")
    await meera.click("I have paid")
    await meera.fill("Amount", "99999")
    await meera.click("Record payment")
    await meera.sees("Record it all the same")
    await meera.click("Close")
    await meera.sees("Balances")


async def budgets(browser, server):
    """A budget is set, counts, rings once, is changed, removed and brought back."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "budgets")
    await asha.click("New budget")
    await asha.fill("Name", "Food")
    await asha.fill("Limit (₹)", "1000")
    await asha.click("🛒 Groceries", kind="label.chip")
    await asha.click("Save")
    await asha.sees("₹0.00 of ₹1,000.00", "₹1,000.00 left")
    await goes(asha, "room")
    await asha.click("Add expense")
    await asha.fill("Amount", "850")
    await asha.fill("What for", "Rice")
    await asha.click("🛒 Groceries", kind="label.chip")
    await asha.sees("Food: 0 % → 85 %")
    await asha.click("Add ")
    await ravi.sees("Food has reached 80%: ₹850.00 of ₹1,000.00 spent")
    await goes(ravi, "budgets")
    await ravi.sees("₹150.00 left", "alerts so far: 80 %")
    await adds(ravi, "400", "Oil")
    await goes(ravi, "budgets")
    await ravi.sees("₹250.00 over", "125%")
    await goes(asha, "budgets")
    await asha.click("Change Food")
    await asha.fill("Limit (₹)", "2000")
    await asha.click("Save")
    await ravi.sees("₹750.00 left")
    await asha.click("Change Food")
    await asha.click("Remove budget")
    await ravi.sees("No budgets yet")
    await asha.click("Removed budgets")
    await asha.click("Look")
    await asha.click("Bring it back")
    await ravi.sees("Food")


async def family(browser, server):
    """A child reads the notice and joins, notes spending; who looks after them sees it, and nobody else."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    link = await invite(asha, role="A child")
    riya = await browser.person()
    await riya.goto(link)
    await riya.sees("What others see of you", "you do not change them", "you join as minor")
    await riya.fill("Your name", "Riya")
    await riya.click("I have read this. Join")
    await riya.sees("What happens")
    await riya.click("Note spending")
    await riya.fill("Amount", "40")
    await riya.fill("What for", "Samosa")
    await takes_picture(riya)
    await riya.click("Save")
    await riya.sees("Noted.")
    await goes(riya, "child")
    await riya.sees("My spending", "Samosa", "₹40.00", "Who sees this besides you: Asha")
    await goes(asha, "child")
    await asha.sees("Riya", "Samosa", "1 receipt")
    await asha.click("1 receipt")
    await sees_picture(asha)
    await riya.click("Remove Samosa")
    await riya.sees("Removed.", "Nothing noted yet")
    await riya.click("Undo")
    await asha.sees("Samosa", "₹40.00 noted")
    await asha.click("Set a limit")
    await asha.fill("Amount", "50")
    await asha.fill("Name", "Pocket")
    await asha.click("Save")
    await riya.sees("Pocket", "₹40.00 of ₹50.00", "80%")
    await asha.click("Set an allowance")
    await asha.fill("Amount", "500")
    await asha.click("Save")
    await riya.sees("Allowance", "₹500.00 weekly")
    await never(ravi, asha, "Samosa")
    kept = await ravi.run("hearthTest.module('app').then(({app}) => JSON.stringify(app.group.minors))")
    assert kept == "{}", kept
    # Asha names Ravi: from then on he sees it, too.
    await goes(asha, "members")
    await asha.click("Riya")
    await asha.click("Ravi", kind="label.check")
    await asha.sees("Saved.")
    await asha.click("Close")
    await goes(ravi, "child")
    await ravi.sees("Samosa", "Pocket")
    await riya.sees("Who sees this besides you: Asha and Ravi")
    await ravi.fill("Only the two of you see it.", "Well done, Riya!")
    await ravi.click("Say it")
    await riya.sees("What was said", "Well done, Riya!")
    await never(asha, ravi, "Well done")


async def members(browser, server):
    """Approval, a placeholder who turns out to be somebody, names, roles, removal, coming back to nothing."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    link = await invite(asha, approval=True)
    kabir = await browser.person()
    await kabir.goto(link)
    await kabir.sees("the owner or an admin decides")
    await kabir.fill("Your name", "Kabir")
    await kabir.click("Ask to join")
    await kabir.sees("Waiting to be let in")
    await goes(asha, "members")
    await asha.sees("Who asks to join", "Kabir")
    await asha.click("Let in")
    await kabir.sees("What happens")
    await asha.click("Add somebody who has not joined")
    await asha.fill("Name", "Meera")
    await asha.click("Add")
    await asha.sees("has not joined yet")
    link = await invite(asha)
    meera = await browser.person()
    await meera.goto(link)
    await meera.sees("invites you to")
    await meera.fill("Your name", "meera")
    await meera.click("Join")
    await meera.sees("was added to the group before. Is that you?")
    await meera.click("Yes, that is me")
    await meera.sees("What happens")
    await asha.sees_not("has not joined yet")
    await asha.click("Kabir")
    await asha.fill("Role", "ROLE_VIEWER")
    await asha.sees("Saved.")
    await kabir.sees("Kabir is viewer now")
    assert await kabir.run("hearthTest.find('button', 'Add expense') === null"), "a viewer adds nothing"
    await goes(asha, "members")
    await asha.click("Kabir")
    await asha.click("Remove from the group")
    await asha.click("Yes")
    await kabir.sees("Your first group")
    link = await invite(asha)
    await asha.sees("Open invites", "for one more adult")
    await asha.click("Take back")
    await asha.sees_not("Open invites")
    late = await browser.person()
    late.expects_refusals = True
    await late.goto(link)
    await late.sees("This invite does not work")
    await goes(ravi, "members")
    await ravi.click("Ravi")
    await ravi.fill("Name", "Ravi K")
    await ravi.click("Save")
    await asha.sees("Ravi K")
    await ravi.click("Ravi K")
    await ravi.click("Leave the group")
    await ravi.click("Yes")
    await ravi.sees("Your first group")


async def history(browser, server):
    """Every entry is found by words, category and member; everything that happened is read back; charts have their figures in tables."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "100", "Apples")
    await adds(ravi, "200", "Taxi", "🚌 Transportation")
    await asha.sees("Taxi")
    await goes(asha, "history")
    await asha.fill("Search", "app")
    await asha.sees_not("Taxi")
    await asha.sees("Apples")
    await asha.fill("Search", "")
    await asha.fill("Category", "transportation")
    await asha.sees("Taxi")
    await asha.sees_not("Apples")
    await asha.click("Everything that happened")
    await asha.sees("Sharma Family was created", "Ravi joined as adult")
    await goes(asha, "charts")
    await asha.sees("By category", "By member", "By month", "Transportation", "₹300.00")
    figures = await asha.run("[...document.querySelectorAll('table')].map((one) => one.innerText).join('|')")
    assert "₹200.00" in figures and "₹100.00" in figures, figures
    await asha.click("The month before")
    await asha.sees("Nothing was spent in this month")


async def offline(browser, server):
    """Without a connection one goes on; what waits is shown, survives a reload, and is sent once."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.until("navigator.serviceWorker?.ready.then(() => true)", "the service worker")
    await asha.until("caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys()).then((keys) => keys.length > 20)", "the page is kept")
    await asha.offline(True)
    await asha.sees("No connection. Go on")
    await adds(asha, "77", "In the tunnel")
    await asha.sees("In the tunnel", "Waits to be sent", "1 entry waits to be sent")
    await adds(asha, "78", "Still there")
    await asha.sees("2 entries wait to be sent")
    await asha.send("Page.reload")
    await asha.sees("Sharma Family", "In the tunnel", "2 entries wait to be sent")
    await asha.click("2 entries wait to be sent")
    await asha.sees("What waits", "To be added")
    await asha.click("Close")
    await goes(asha, "balances")
    await asha.sees("Where everybody stands")
    await adds(ravi, "500", "Meanwhile")
    await asha.offline(False)
    await goes(asha, "room")
    await ravi.sees("In the tunnel", "Still there")
    await asha.sees("Meanwhile", "you get back ₹38.50")
    await asha.sees_not("Waits to be sent")
    count = await ravi.run("[...document.querySelectorAll('.entry-title')].filter((one) => one.innerText === 'In the tunnel').length")
    assert count == 1, count
    asha.expects_no_server = False


async def refused_later(browser, server):
    """What waited and is refused is shown with its reason, and may be sent anew."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "60", "Bananas")
    await ravi.sees("Bananas")
    await ravi.offline(True)
    await ravi.sees("No connection")
    await ravi.click("Bananas")
    await ravi.click("Change")
    await ravi.fill("Amount", "65")
    await ravi.click("Save")
    await ravi.sees("waits to be sent")
    await asha.click("Bananas")
    await asha.click("Change")
    await asha.fill("Amount", "70")
    await asha.click("Save")
    await asha.sees("Changed.")
    await ravi.offline(False)
    await ravi.sees("1 thing could not be done")
    await ravi.click("Look")
    await ravi.sees("What waits", "Put mine in its place")
    await ravi.click("Put mine in its place")
    await asha.sees("₹65.00")


async def restart(browser, server):
    """The server is killed and comes back: nothing is missed, nothing comes twice, what was entered meanwhile is sent."""
    if not server.is_ours:
        return "skipped: the server is not the tests' own"
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    for page in (asha, ravi):
        page.expects_no_server = True
    await adds(asha, "10", "Before")
    await ravi.sees("Before")
    await server.kill()
    await asha.sees("No connection")
    await ravi.sees("No connection")
    await adds(asha, "20", "While it was down")
    await asha.sees("Waits to be sent")
    await server.start()
    await ravi.sees("While it was down", patience=40)
    await asha.sees_not("Waits to be sent")
    titles = await ravi.run("[...document.querySelectorAll('.entry-title')].map((one) => one.innerText)")
    assert titles == ["While it was down", "Before"], titles
    await adds(ravi, "30", "After")
    await asha.sees("After")


async def lost_answer(browser, server):
    """The server is killed after it has committed and before its answer is there: the page sends the command again under its id, and the entry stands once."""
    if not server.is_ours:
        return "skipped: the server is not the tests' own"
    async with Line(server) as line:
        asha = await founder(browser, line)
        # The other is on a line of their own, which loses nothing.
        ravi = await joiner(browser, (await invite(asha)).replace(line.url, server.url))
        await goes(asha, "room")
        await asha.sees("Ravi joined as adult")
        asha.expects_no_server = ravi.expects_no_server = True
        line.is_lossy = True
        await asha.click("Add expense")
        await asha.fill("Amount", "20")
        await asha.fill("What for", "Tea")
        await asha.click("Add ")
        # What another sees is committed.
        await ravi.sees("Tea", "you owe ₹10.00")
        kept = await asha.run("hearthTest.module('storage').then(({readAll}) => readAll('outbox'))")
        assert len(kept) == 1 and kept[0]["command"]["addEntry"]["content"]["description"] == "Tea", kept
        assert line.lost > 0, "the answer was on its way"
        await server.kill()
        await ravi.sees("No connection")
        line.is_lossy = False
        await server.start()
        await asha.until("hearthTest.module('app').then(({app}) => app.isCaughtUp && !app.outbox.length)", "the answer", patience=40)
        await asha.sees("Tea", "you get back ₹10.00")
        await asha.sees_not("Waits to be sent")
        await ravi.until("hearthTest.module('app').then(({app}) => app.isCaughtUp)", "the other is back", patience=40)
        for page in (asha, ravi):
            titles = await page.run("[...document.querySelectorAll('.entry-title')].map((one) => one.innerText)")
            assert titles == ["Tea"], titles
        sent = [message for message in map(json.loads, asha.sent) if "addEntry" in message.get("command", {})]
        assert [one["command"]["id"] for one in sent] == [kept[0]["id"]] * 2, sent
        answers = [one["accepted"] for one in map(json.loads, asha.heard) if one.get("accepted", {}).get("commandId") == kept[0]["id"]]
        assert [one.get("duplicate") for one in answers] == [True], f"one answer came, and it says that the command was there already: {answers}"
        assert await asha.run("hearthTest.module('storage').then(({readAll}) => readAll('outbox')).then((all) => all.length)") == 0


async def late_answer(browser, server):
    """An answer comes when another sheet is open: that sheet stays, with what was typed in it, and the answer is said."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "900", "Rent share", "🏠 Housing/Rent")
    # The tap and the other sheet are one task of the page, so the answer is late.
    tap = """hearthTest.module('app').then(({app, go}) => {
      hearthTest.find('button', '%s').click();
      go('room', '%s');
    })"""
    for amount, said in ("100", "is still owed."), ("99999", "Only ₹350.00 is owed."):
        await goes(ravi, "balances")
        await ravi.click("I have paid")
        await ravi.fill("Amount", amount)
        await ravi.run(tap % ("Record payment", "add"))
        await ravi.fill("What for", "Tea")
        await ravi.sees(said)
        assert await ravi.run("location.hash") == "#/room/add", "the sheet that was opened meanwhile stays"
        assert await ravi.run("hearthTest.module('app').then(({app}) => app.route.sheet)") == "add"
        await ravi.click("Close")
    await goes(asha, "members")
    await asha.click("Ravi")
    await asha.click("Remove from the group")
    await asha.run(tap % ("Yes", "invite"))
    await asha.sees("They join as")
    await ravi.sees("Your first group")
    await asha.until("hearthTest.module('app').then(({app}) => !app.outbox.length)", "the answer")
    await asha.sees("They join as")


async def device(browser, server):
    """Another device of the same person by a link; the first logs it out again."""
    asha, = await room(browser, server, "Asha")
    await goes(asha, "settings")
    await asha.click("Your devices")
    await asha.sees("this device")
    await asha.click("Link a device")
    await asha.sees("within 10 minutes")
    link = await asha.run("document.querySelector('.link-text').value")
    second = await browser.person(width=1280, height=800)
    await second.goto(link)
    await second.sees("My other device")
    await second.click("Log in")
    await second.sees("Sharma Family", "What happens")
    await asha.click("Close")
    await asha.click("Your devices")
    await asha.click("Log out")
    await second.sees("This device is not logged in any more")


async def log_out(browser, server):
    """A device is logged out on itself: it forgets everything, and the server its token."""
    asha, = await room(browser, server, "Asha")
    await goes(asha, "settings")
    await asha.click("Your devices")
    await asha.click("Link a device")
    await asha.sees("within 10 minutes")
    link = await asha.run("document.querySelector('.link-text').value")
    await asha.click("Close")
    second = await browser.person()
    await second.goto(link)
    await second.click("Log in")
    await second.sees("Sharma Family", "What happens")
    await goes(second, "settings")
    await second.click("Log out here")
    await second.click("Forget everything here")
    await second.sees("Money you share")
    # The page is loaded anew once all is forgotten.
    kept = await second.until("""document.querySelector('script[type=module]') && hearthTest.module('storage').then((storage) => Promise.all(['values', 'groups', 'outbox'].map((one) => storage.readAll(one))))
      .then((all) => String(all.flat().filter((one) => typeof one === 'string' || one?.groupId).length))""", "what is kept")
    assert kept == "0", kept
    await asha.click("Your devices")
    await asha.sees("this device")
    assert await asha.run("document.querySelectorAll('dialog .people > li').length") == 1


async def privacy(browser, server):
    """Amounts are hidden everywhere; the quick way out empties the page, and the way back does not lead to it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "1234.56", "Secret")
    await asha.click("Hide amounts")
    for view in ["room", "balances", "budgets", "charts", "history"]:
        await goes(asha, view)
        await asha.until(f"document.querySelector('main.{view} h1')", view)
        await asha.sees_not("1,234.56")
        await asha.sees_not("617.28")
    await goes(asha, "room")
    await asha.click("Secret")
    await asha.sees("•••")
    await asha.click("Close")
    # Its name is seen, and not only read aloud.
    await asha.until("[...document.querySelectorAll('.head button')].some((one) => one.innerText.trim() === 'Quick exit')", "the way out by its name")
    await asha.click("Quick exit")
    await asha.until("location.href === 'about:blank'", "a blank page")
    await asha.run("history.back()")
    # The page says by its emptiness that it was here.
    await asha.until("location.href !== 'about:blank' && document.readyState === 'complete' && !document.body?.children.length", "the way back")
    assert not await asha.run("(document.body?.innerText ?? '').trim()"), "the way back shows the page"
    await asha.goto(server.url + "/")
    await asha.sees("Secret")
    await ravi.click("Secret")
    for _ in range(3):
        await ravi.press("Escape", number=27)
    await ravi.until("location.href === 'about:blank'", "a blank page by Escape")


async def said_before(browser, server):
    """What was said before a sheet opened covers nothing of it, and is there again when it closes; what is said while it is open stands in it."""
    asha, = await room(browser, server, "Asha")
    await adds(asha, "40", "Tea")
    await asha.until("document.querySelector('.toast')?.innerText.includes('Added.')", "what is said at the bottom")
    # However long the machine takes: it stays until the test has looked.
    await asha.run("hearthTest.module('app').then(({app}) => { globalThis.said = app.toast; Object.defineProperty(app, 'toast', {get: () => globalThis.said, set: (one) => { if (one) globalThis.said = one; }}); })")
    await asha.click("Add expense")
    await asha.until("document.querySelector('dialog[open] [type=submit]')", "the sheet")
    assert await asha.run("document.querySelectorAll('.toast').length") == 0, "what was said before covers the sheet"
    await asha.click("Close")
    await asha.until("document.querySelector('.toast')?.innerText.includes('Added.')", "it is there again")
    await asha.run("location.hash = '#/members/invite'")
    await asha.click("Make the invite")
    await asha.sees("Your invite")
    await asha.run("hearthTest.module('app').then(({say}) => say('Copied.'))")
    await asha.until("document.querySelector('dialog[open] .toast')?.innerText.includes('Copied.')", "what is said in the sheet")


async def groups(browser, server):
    """Several groups of one person, each with its own figures."""
    asha, = await room(browser, server, "Asha")
    await adds(asha, "50", "Only in the first")
    await asha.click("Sharma Family")
    await asha.click("New group")
    await asha.fill("Name of the group", "Goa trip")
    await asha.fill("Currency", "EUR")
    # Whatever arrives now has everything drawn anew, and what was chosen stays.
    await asha.run("hearthTest.module('app').then(({changed}) => new Promise((resolve) => { changed(); requestAnimationFrame(resolve); }))")
    await asha.click("Make the group")
    await asha.sees("Goa trip", "€0.00")
    await asha.sees_not("Only in the first")
    await asha.click("Goa trip")
    await asha.click("Sharma Family")
    await asha.sees("Only in the first")
    await asha.send("Page.reload")
    await asha.sees("Sharma Family", "Only in the first")


async def hostile(browser, server):
    """Names and words that would be markup, steer the line, hide or burst the screen are only words."""
    names = ["<img src=x onerror=alert(1)>", "\u202eabuse\u202d", "A\u200b\u200b\u2060dmin", "W" * 50, "مرحبا بالعالم", "'\"><script>alert(2)</script>"]
    asha, = await room(browser, server, "Asha", width=360, height=740)
    await asha.run("globalThis.alert = () => { globalThis.wasAlerted = true; }")
    await goes(asha, "members")
    for name in names:
        await asha.click("Add somebody who has not joined")
        await asha.fill("Name", name)
        await asha.click("Add")
        await asha.until("!document.querySelector('main form') || !document.querySelector('main form [disabled]') && document.querySelector('main .problem')", "added or refused")
        if await asha.run("Boolean(document.querySelector('main form'))"):
            await asha.click("Cancel")
    await asha.click("Add somebody who has not joined")
    await asha.fill("Name", "x" * 50)
    await asha.click("Add")
    await asha.until("!document.querySelector('main form')", "added")
    await adds(asha, "1", "<b onmouseover=alert(3)>bold</b> " + "L" * 120, None)
    for view in ["room", "balances", "members", "history", "charts", "settings", "more", "budgets"]:
        await goes(asha, view)
        await asha.until(f"document.querySelector('main.{view} h1')", view)
        wide = await asha.run("document.documentElement.scrollWidth")
        assert wide <= 360, f"{view} is {wide} wide"
    await goes(asha, "room")
    await asha.sees("<b onmouseover=alert(3)>bold</b>")
    assert not await asha.run("Boolean(globalThis.wasAlerted)"), "something was run"
    assert await asha.run("document.querySelectorAll('main b, main script, main img').length") == 0
    steering = await asha.run(r"/[\u202a-\u202e\u200b\u2060]/.test(document.body.innerText)")
    assert not steering, "what steers the line is on the page"


async def second_group(browser, server):
    """Who is known already opens another invite: the name stands there, one tap joins, and both groups are theirs."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    meera = await founder(browser, server, group="Flat 4B", name="Meera")
    link = await invite(meera)
    await ravi.goto(link)
    await ravi.sees("Meera invites you to", "Flat 4B")
    await ravi.until("document.querySelector('input[name=name]')?.value === 'Ravi'", "the name stands there")
    await ravi.click("Join")
    await ravi.sees("Flat 4B", "Ravi joined as adult")
    await ravi.goto(link)
    await ravi.sees("This invite")
    await ravi.click("Go on without it")
    await ravi.sees("Flat 4B", "What happens")
    await ravi.click("Flat 4B")
    await ravi.click("Sharma Family")
    await ravi.sees("Asha joined as owner")


async def plain_http(browser, server):
    """Where the address is no secure context (a server in the own network without TLS) everything but the service worker goes on."""
    class Elsewhere:
        url = server.url.replace("127.0.0.1", "hearth.test")
    asha = await founder(browser, Elsewhere)
    assert await asha.run("isSecureContext") is False
    await adds(asha, "40", "Tea")
    await asha.click("Tea")
    await asha.sees("Split equally")
    await asha.click("Close")
    link = await invite(asha)
    ravi = await joiner(browser, link, "Ravi")
    await ravi.sees("Tea", "not yours")
    await goes(ravi, "settings")
    await ravi.click("What this device keeps")
    await ravi.sees("nothing is encrypted")


STATE = r"""(async () => {
  const {app} = await hearthTest.module('app');
  const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== '' && one !== false && !(Array.isArray(one) && !one.length)).sort().map(([name, one]) => [name, sorted(one)])) : typeof value === 'number' ? String(value) : value;
  const {shared, admin, minors, accounts, inbox, memberId, epoch, lanes} = app.group;
  const entries = [...shared.entries.values()].map(({endedDisputes, ...entry}) => entry);
  const {recurring, rates, festivals, createdBy, updatedAtMs, groupId, createdAtMs, policiesVersion, template, weekStartsOn, preferences, ...known} = shared;
  // What the page does not keep of an invite, a member or a budget that the snapshot has.
  known.members = shared.members.map(({holder, joinedAtMs, transparencyVersion, proposedVersion, sharedCategories, ...one}) => one);
  known.budgets = shared.budgets.map((one) => ({budgetId: one.budgetId, content: one.content, removed: one.removed, createdBy: one.createdBy,
    fired: (one.fired ?? []).map(({periodStart, basisPoints, over}) => ({periodStart, basisPoints, over}))}));
  const invites = (admin?.invites ?? []).map(({inviteId, role, usesMax, uses, revoked}) => ({inviteId, role, usesMax, uses: Number(uses ?? 0), revoked}));
  const children = Object.fromEntries(Object.entries(minors).map(([id, one]) => [id, {...one, limits: one.limits.map(({limitId, content, setBy}) => ({limitId, content, setBy})),
    allowances: one.allowances.map(({skipped, ...allowance}) => allowance)}]));
  const rules = recurring.map(({ruleId, content, createdBy, version, handledUntil, skipped, paused, ended}) => ({ruleId, content, createdBy, version: Number(version), handledUntil, skipped, paused, ended}));
  const envelopes = festivals.map(({festivalId, content, createdBy, removed}) => ({festivalId, content, createdBy, removed}));
  return sorted({...known, entries, invites, rules, envelopes, accounts, joinRequests: (admin?.joinRequests ?? []).length, children, isSeparated: inbox.isSeparated, memberId, epoch, lanes});
})()"""


# Kinds of commands that need somebody else, webhooks or what is not there, or take away what the others made.
NOT_HERE = {"createGroup", "joinGroup", "claimMember", "approveJoin", "declineJoin", "acknowledgeRole", "requestRole", "approveRole", "declineRole", "leaveGroup", "transferOwnership",
            "requestPurge", "cancelPurge", "eraseWords", "addWebhook", "rotateWebhookSecret", "testWebhook", "resumeWebhook", "removeWebhook"}


def golden_commands():
    """A valid command of every kind, as the golden messages have it: what it says by what JSON calls the kind."""
    rows = json.loads((Path(__file__).resolve().parent.parent.parent / "Protocol/vectors/commands.json").read_text())
    camel = {row["name"]: re.sub(r"_(\w)", lambda found: found.group(1).upper(), row["name"]) for row in rows}
    return {camel[row["name"]]: json.loads(row["json"])[camel[row["name"]]] for row in rows if " " not in row["name"]}


async def same_state(browser, server):
    """What a page folded from events is what the server's snapshot says: entries, members, budgets, children, invites."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    problem = await asha.run(r"""(async (golden) => {
      const {app} = await hearthTest.module('app');
      const {command} = await hearthTest.module('client');
      const {newID} = await hearthTest.module('ids');
      const me = app.group.memberId, ravi = app.group.shared.members.find((one) => one.displayName === 'Ravi').memberId;
      const [riya, meera, entry, second, third, budget, other, limit, allowance, spending, invite, rule, ended, account, wallet] = Array.from({length: 15}, newID);
      const money = (minor, currency = 'INR') => ({minor: String(minor), currency});
      const content = (changes) => ({kind: 'ENTRY_KIND_EXPENSE', amount: money(10001), description: 'One', category: 'groceries', ...changes});
      const version = () => String(app.group.shared.entries.get(entry).version);
      const steps = [
        () => ({addPlaceholder: {memberId: riya, displayName: 'Riya', role: 'ROLE_MINOR'}}),
        () => ({addPlaceholder: {memberId: meera, displayName: 'Meera', role: 'ROLE_ADULT'}}),
        () => ({addEntry: {entryId: entry, content: content({})}}),
        () => ({addEntry: {entryId: second, content: content({description: 'Two', split: {percentage: {shares: [{memberId: me, basisPoints: 3333}, {memberId: ravi, basisPoints: 6667}]}}, paid: [{memberId: me, minor: '10000'}, {memberId: ravi, minor: '1'}]})}}),
        () => ({addEntry: {entryId: third, content: content({description: 'Three', amount: money(500, 'USD'), split: {weights: {shares: [{memberId: me, weight: 1}, {memberId: meera, weight: 3}]}}, note: 'n', merchant: 'm',
          receipts: [{sha256: 'REREREREREREREREREREREREREREREREREREREREREQ=', mediaType: 'image/jpeg', sizeBytes: '10', name: 'r'}]})}}),
        () => ({disputeEntry: {entryId: entry, reason: 'why'}}),
        () => ({editEntry: {entryId: entry, baseVersion: version(), changes: {money: {kind: 'ENTRY_KIND_EXPENSE', amount: money(20002)}, note: 'now'}}}),
        () => ({undoLast: {}}),
        () => ({withdrawDispute: {entryId: entry}}),
        () => ({editEntry: {entryId: entry, baseVersion: version(), changes: {description: 'Uno', date: '2026-11-01', category: 'dining', merchant: 'Shop'}}}),
        () => ({voidEntry: {entryId: second}}), () => ({restoreEntry: {entryId: second}}), () => ({voidEntry: {entryId: second}}), () => ({undoLast: {}}),
        () => ({settleUp: {entryId: newID(), fromMemberId: ravi, toMemberId: me, minor: '100'}}),
        () => ({addEntry: {entryId: newID(), content: content({kind: 'ENTRY_KIND_INCOME', category: 'salary', description: 'Pay'})}}),
        () => ({setBudget: {budgetId: budget, content: {name: 'Food', limit: money(10000), period: 'BUDGET_PERIOD_MONTHLY', categories: ['groceries', 'dining']}}}),
        () => ({setBudget: {budgetId: other, content: {name: 'Gone', limit: money(900), period: 'BUDGET_PERIOD_WEEKLY', categories: ['travel']}}}),
        () => ({removeBudget: {budgetId: other}}), () => ({reactivateBudget: {budgetId: other}}), () => ({removeBudget: {budgetId: other}}),
        () => ({changeRole: {memberId: ravi, role: 'ROLE_ADMIN'}}), () => ({changeRole: {memberId: meera, role: 'ROLE_MINOR'}}),
        () => ({removeMember: {memberId: meera}}), () => ({restoreMember: {memberId: meera}}),
        () => ({setGuardian: {minorId: riya, memberId: ravi}}), () => ({setSpendingLimit: {minorId: riya, limitId: limit, content: {name: 'Pocket', limit: money(1000), period: 'BUDGET_PERIOD_WEEKLY'}}}),
        () => ({setSpendingLimit: {minorId: riya, limitId: other, content: {name: 'Gone', limit: money(900), period: 'BUDGET_PERIOD_MONTHLY'}}}),
        () => ({setAllowance: {minorId: riya, allowanceId: allowance, content: {amount: money(500), period: 'BUDGET_PERIOD_WEEKLY'}}}),
        () => ({setAllowance: {minorId: riya, allowanceId: other, content: {amount: money(400), period: 'BUDGET_PERIOD_MONTHLY'}}}),
        () => ({setSpending: {minorId: riya, spendingId: spending, content: {amount: money(900), description: 'Comics'}}}),
        () => ({setSpending: {minorId: riya, spendingId: spending, content: {amount: money(950), description: 'Comics again'}}}),
        () => ({setSpending: {minorId: riya, spendingId: invite, content: {amount: money(1), description: 'Out'}}}), () => ({voidSpending: {minorId: riya, spendingId: invite}}),
        () => ({restoreSpending: {minorId: riya, spendingId: invite}}), () => ({voidSpending: {minorId: riya, spendingId: invite}}),
        () => ({pauseAllowance: {minorId: riya, allowanceId: allowance}}), () => ({pauseAllowance: {minorId: riya, allowanceId: allowance, resumed: true}}),
        () => ({updateGroup: {name: 'Other name', simplifyDebts: false, description: 'd'}}),
        () => ({createInvite: {inviteId: newID(), role: 'ROLE_ADULT', usesMax: 3}}), () => ({createInvite: {inviteId: other, role: 'ROLE_VIEWER'}}), () => ({revokeInvite: {inviteId: other}}),
        () => ({setRecurring: {ruleId: newID(), content: {recurrence: {unit: 'RECURRENCE_UNIT_MONTH', interval: 1}, template: {kind: 'ENTRY_KIND_EXPENSE', amount: money(100), description: 'Rent', category: 'housing'}}}}),
        () => ({setRecurring: {ruleId: rule, content: {recurrence: {unit: 'RECURRENCE_UNIT_WEEK', interval: 2, firstDate: '2030-01-01'}, template: {kind: 'ENTRY_KIND_EXPENSE', amount: money(100), description: 'Later', category: 'housing'}}}}),
        () => ({pauseRecurring: {ruleId: rule}}), () => ({resumeRecurring: {ruleId: rule}}), () => ({skipOccurrence: {ruleId: rule, date: '2030-01-15'}}),
        () => ({setRecurring: {ruleId: ended, content: {recurrence: {unit: 'RECURRENCE_UNIT_DAY', interval: 1, firstDate: '2030-01-01'}, template: {kind: 'ENTRY_KIND_EXPENSE', amount: money(1), description: 'Over', category: 'housing'}}}}),
        () => ({pauseRecurring: {ruleId: ended}}), () => ({endRecurring: {ruleId: ended}}),
        () => ({setFestival: {festivalId: rule, content: {festival: 'FESTIVAL_DIWALI', target: money(500)}}}), () => ({setFestival: {festivalId: ended, content: {festival: 'FESTIVAL_HOLI', target: money(5)}}}), () => ({removeFestival: {festivalId: ended}}),
        () => ({setAccount: {accountId: account, content: {name: 'Savings', type: 'ACCOUNT_TYPE_SAVINGS', opening: money(100)}}}), () => ({setAccount: {accountId: wallet, content: {name: 'Wallet', type: 'ACCOUNT_TYPE_CASH', opening: money(-5)}}}),
        () => ({setAccountEntry: {accountId: account, entryId: entry, content: {kind: 'ACCOUNT_ENTRY_KIND_DEPOSIT', amount: money(70), description: 'In'}}}), () => ({setAccountEntry: {accountId: account, entryId: entry, content: {kind: 'ACCOUNT_ENTRY_KIND_DEPOSIT', amount: money(71), description: 'In again'}}}),
        () => ({setAccountEntry: {accountId: account, entryId: second, content: {kind: 'ACCOUNT_ENTRY_KIND_WITHDRAWAL', amount: money(7), description: 'Out'}}}), () => ({voidAccountEntry: {accountId: account, entryId: second}}),
        () => ({reconcileAccount: {accountId: account, entryIds: [entry]}}), () => ({transferBetweenAccounts: {entryId: third, fromAccountId: account, toAccountId: wallet, amount: money(3), description: 'Over'}}),
        () => ({grantAccount: {accountId: account, memberId: ravi, permission: 'GRANT_PERMISSION_WRITE', needsConsent: true}}), () => ({revokeAccount: {accountId: account, memberId: ravi}}), () => ({answerRevocation: {accountId: account, memberId: ravi}}),
        () => ({revokeAccount: {accountId: account, memberId: ravi}}), () => ({grantAccount: {accountId: wallet, memberId: ravi, permission: 'GRANT_PERMISSION_READ'}}), () => ({revokeAccount: {accountId: wallet, memberId: ravi}}),
        () => ({archiveGroup: {}}), () => ({unarchiveGroup: {}}),
      ];
      const sent = new Set();
      for (const step of steps) {
        const body = step();
        const result = await command(body);
        if (!result.accepted) return JSON.stringify([body, result]);
        sent.add(Object.keys(body)[0]);
      }
      // Of each other kind the golden command is sent, about what there is here.
      const here = {a1: me, a2: ravi, '03': entry, '04': budget, '07': rule, f1: spending, f2: other, f3: other, f4: account, f5: wallet};
      for (const [kind, said] of Object.entries(golden)) {
        if (sent.has(kind)) continue;
        const text = JSON.stringify(said).replace(/"minorId":"[^"]+"/, `"minorId":"${riya}"`).replace(/"01900000-0000-7000-8000-0000000000(..)"/g, (id, end) => `"${here[end] ?? id.slice(1, -1)}"`);
        const body = {[kind]: JSON.parse(text)};
        const result = await command(body);
        if (!result.accepted) return JSON.stringify([body, result]);
      }
      return '';
    })(%s)""" % json.dumps({kind: said for kind, said in golden_commands().items() if kind not in NOT_HERE}))
    assert not problem, problem
    folded = await asha.run(STATE)
    # Beside the page, so that nothing is written any more once it is forgotten: the database does one after the other.
    # A document that is no page has Chromium ask for /favicon.ico, which is not there.
    asha.expects_no_server = True
    await asha.goto(server.url + "/manifest.webmanifest")
    await asha.run("""new Promise((resolve, reject) => { const opening = indexedDB.open('hearth', 1); opening.onerror = reject; opening.onsuccess = () => {
      const change = opening.result.transaction('groups', 'readwrite'); change.objectStore('groups').clear();
      change.onerror = change.onabort = reject; change.oncomplete = () => { opening.result.close(); resolve(true); }; }; })""")
    await asha.goto(server.url + "/")
    await asha.sees("Other name")
    await asha.until("hearthTest.module('app').then(({app}) => app.isCaughtUp)", "caught up")
    told = await asha.run(STATE)
    for name in sorted(set(folded) | set(told)):
        if folded.get(name) != told.get(name):
            raise AssertionError(f"{name}:\nfolded {json.dumps(folded.get(name), ensure_ascii=False)}\ntold   {json.dumps(told.get(name), ensure_ascii=False)}")


ALL = [join, wrong_code, terminal, latency, splits, changes, receipt, settle, budgets, family, same_state, members, history, offline, refused_later, restart, lost_answer, late_answer, device, log_out, privacy, said_before, groups, second_group, plain_http, hostile]
