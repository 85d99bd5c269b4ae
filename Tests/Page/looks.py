"""How the page looks and how much of it there is: sizes over the wire, widths, both languages, both schemes."""

import gzip
import re
from pathlib import Path

from sentences import WEB
from world import adds, goes, invite, room

FOLDER = ""
FIRST_VIEW_MAX = 60 * 1024
ALL_MAX = 200 * 1024


async def over_the_wire(page):
    """Bytes of all that was loaded for what is shown, headers included."""
    names = await page.run("""[...new Set([location.origin + '/', ...performance.getEntriesByType('resource').map((one) => one.name)])].filter((name) => !/icon|manifest|service-worker/.test(name))""")
    size = sum(page.bytes.get(name, page.bytes.get(name + "#/room", 0)) for name in names)
    assert 0 < size <= FIRST_VIEW_MAX, f"{size} bytes: {({name: page.bytes.get(name) for name in names})}"
    return size


async def sizes(browser, server):
    """The first view within 60 KiB and everything within 200 KiB."""
    page = await browser.person()
    await page.goto(server.url + "/")
    await page.sees("Money you share")
    first = await over_the_wire(page)
    asha, = await room(browser, server, "Asha")
    await adds(asha, "10", "Tea")
    link = await invite(asha)
    guest = await browser.person()
    await guest.goto(link)
    await guest.sees("Asha invites you to")
    joining = await over_the_wire(guest)
    # Who comes back, with nothing in the browser's cache.
    await asha.send("Network.setBypassServiceWorker", bypass=True)
    await asha.send("Network.setCacheDisabled", cacheDisabled=True)
    asha.bytes.clear()
    await asha.run("location.hash = '#/room'")
    await asha.send("Page.reload")
    await asha.sees("Tea", "You are even")
    back = await over_the_wire(asha)
    everything = sum(len(file.read_bytes() if file.suffix == ".png" else gzip.compress(file.read_bytes(), 9)) for file in WEB.iterdir())
    assert everything <= ALL_MAX, everything
    long = [file.name for file in WEB.glob("*.js") if len(file.read_text().splitlines()) > 400]
    assert not long, long
    return f"first page {first / 1024:.1f} KiB, invite {joining / 1024:.1f} KiB, room {back / 1024:.1f} KiB, everything {everything / 1024:.1f} KiB"


async def first_content(browser, server):
    """Content within a second on a processor that is four times slower."""
    page = await browser.person()
    await page.send("Emulation.setCPUThrottlingRate", rate=4)
    await page.goto(server.url + "/")
    await page.sees("Money you share")
    painted = await page.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    drawn = await page.until("performance.getEntriesByType('paint').length && performance.now()", "paint")
    await page.send("Emulation.setCPUThrottlingRate", rate=1)
    assert painted and painted < 1000, painted
    return f"first content after {painted:.0f} ms, all of it by {drawn:.0f} ms"


async def installable(browser, server):
    """Chromium would install it."""
    page = await browser.person()
    await page.goto(server.url + "/")
    await page.sees("Money you share")
    await page.until("navigator.serviceWorker?.ready.then(() => true)", "the service worker")
    errors = (await page.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == [], errors


async def every_view(browser, server):
    """Every view and sheet at 360, 390 and 1280 px, light and dark, in both languages: nothing wider than the screen."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "members")
    await asha.click("Add somebody without an account")
    await asha.fill("Name", "Riya")
    await asha.fill("Role", "ROLE_MINOR")
    await asha.click("Add")
    await asha.sees("Riya")
    await adds(asha, "12480", "Sweets for Diwali", "🪔 Festivals")
    await adds(ravi, "1200", "Electricity", "💡 Utilities")
    await adds(asha, "640.50", "Vegetables and fruit")
    await goes(asha, "budgets")
    for name, limit, category in [("Groceries", "700", "🛒 Groceries"), ("Festivals", "12000", "🪔 Festivals"), ("Home", "5000", "💡 Utilities")]:
        await asha.click("New budget")
        await asha.fill("Name", name)
        await asha.fill("Limit (₹)", limit)
        await asha.click(category, kind="label.chip")
        await asha.click("Save")
        await asha.sees(name)
    await goes(asha, "child")
    await asha.click("Set a limit")
    await asha.fill("Amount", "500")
    await asha.click("Save")
    await asha.click("Note spending")
    await asha.fill("Amount", "420")
    await asha.fill("What for", "Comics")
    await asha.click("Save")
    await asha.sees("Comics")
    sheets = ["add", "invite", "groups", "device", "budget", "entry/" + await asha.run(
        "hearthTest.module('app').then(({app}) => [...app.group.shared.entries.keys()][0])")]
    views = ["room", "balances", "budgets", "charts", "history", "members", "child", "settings", "more"]
    for language in ["English", "हिन्दी"]:
        await goes(asha, "settings")
        await asha.until("document.querySelector('main.settings h1')", "settings")
        await asha.click(language)
        await asha.until(f"document.documentElement.lang === '{'en' if language == 'English' else 'hi'}'", language)
        for width, height, dark in [(360, 740, False), (390, 844, True), (1280, 800, False), (1280, 800, True)]:
            await asha.size(width, height, dark)
            for place in views + [f"room/{sheet}" for sheet in sheets]:
                await asha.run(f"location.hash = '#/{place}'")
                view, _, sheet = place.partition("/")
                await asha.until(f"document.querySelector('main.{view} h1') && Boolean(document.querySelector('dialog[open]')) === {'true' if sheet else 'false'} && !document.querySelector('.loading')", place)
                wide = await asha.run("Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.sheet-body')].map((one) => one.scrollWidth))")
                assert wide <= width, f"{place} is {wide} px wide at {width}, {language}"
                if FOLDER:
                    await asha.run("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))).then(() => true)")
                    await asha.picture(f"{FOLDER}/{'en' if language == 'English' else 'hi'}-{width}-{'dark' if dark else 'light'}-{place.split('/')[0] if not sheet else sheet.split('/')[0]}.png")
                if sheet:
                    await asha.run("history.back()")
                    await asha.until("!document.querySelector('dialog[open]')", "the way back closes the sheet")


ALL = [sizes, first_content, installable, every_view]
