"""Accessibility, over Chromium's own accessibility tree and computed styles: names, contrast, sizes to touch, the focus and the keyboard."""

import importlib.util
import json
from pathlib import Path

from household import keeps_house, sheets_of
from telling import sends
from world import adds, goes, invite, room

# What somebody can act on must be called something.
ACTED_ON = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton", "menuitem", "tab", "Date", "DisclosureTriangle"}

CONTRAST = r"""(() => {
  const channel = (value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const read = (text) => { const parts = text.match(/[\d.]+/g).map(Number); return text.startsWith('color(srgb') ? [parts[0] * 255, parts[1] * 255, parts[2] * 255, parts[3] ?? 1] : [parts[0], parts[1], parts[2], parts[3] ?? 1]; };
  const over = (top, under) => top.slice(0, 3).map((value, place) => value * top[3] + under[place] * (1 - top[3]));
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const color = read(getComputedStyle(one).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), getComputedStyle(document.documentElement).colorScheme.includes('dark') ? [0, 0, 0] : [255, 255, 255]);
  };
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const found = [];
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !/[\p{L}\p{N}]/u.test(text) || !element.getClientRects().length || element.closest('.unseen, .skip, option, noscript')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || element.closest('[disabled]')) continue;
    const under = ground(element);
    const ink = element.closest('svg') ? read(style.fill) : read(style.color);
    const [a, b] = [luminance(over(ink, under)), luminance(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize), bold = parseInt(style.fontWeight) >= 700;
    const needed = size >= 24 || (size >= 18.66 && bold) ? 3 : 4.5;
    if (ratio < needed) found.push(`${ratio.toFixed(2)} < ${needed}: ${JSON.stringify(text.slice(0, 40))} (${element.className || element.tagName})`);
  }
  return [...new Set(found)];
})()"""

# WCAG 2.2 target size (minimum): 24 by 24, inline links in sentences aside.
SMALL = r"""[...document.querySelectorAll('button, a[href], input, select, textarea, summary')].filter((one) => hearthTest.isShown(one) && !one.closest('.unseen') && !one.classList.contains('unseen') && !one.classList.contains('skip'))
  .map((one) => { const box = (one.closest('label') ?? one).getBoundingClientRect(); return [hearthTest.name(one) || one.tagName, Math.round(box.width), Math.round(box.height)]; })
  .filter(([, width, height]) => width < 24 || height < 24)"""


def axe_source():
    """The text of axe-core, or nothing where it is not installed."""
    found = importlib.util.find_spec("axe_playwright_python")
    return (Path(found.origin).parent / "axe.min.js").read_text() if found else ""


AXE = axe_source()


async def ask_axe(page, where):
    """What axe-core finds by WCAG 2.2 A and AA and by its own best practices."""
    if not AXE:
        return
    if not await page.run("Boolean(globalThis.axe)"):
        await page.run(AXE + "\n;0")
    found = await page.run("""axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations', 'passes']})
      .then((result) => ({passes: result.passes.length, violations: result.violations.map((one) => [one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])}))""")
    assert found["passes"] > 5, f"{where}: axe looked at nothing"
    assert not found["violations"], f"{where}: {json.dumps(found['violations'], ensure_ascii=False, indent=1)}"


async def look(page, where):
    """Names, contrast and sizes of what is shown now."""
    await ask_axe(page, where)
    tree = (await page.send("Accessibility.getFullAXTree"))["nodes"]
    nameless = [node["role"]["value"] for node in tree if not node.get("ignored") and node.get("role", {}).get("value") in ACTED_ON and not node.get("name", {}).get("value", "").strip()]
    assert not nameless, f"{where}: controls without a name: {nameless}"
    pale = await page.run(CONTRAST)
    assert not pale, f"{where}: too little contrast: {json.dumps(pale, ensure_ascii=False, indent=1)}"
    small = await page.run(SMALL)
    assert not small, f"{where}: too small to touch: {small}"
    twice = await page.run("(() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id); return ids.filter((id, place) => ids.indexOf(id) !== place); })()")
    assert not twice, f"{where}: ids twice: {twice}"
    headings = await page.run("[...document.querySelectorAll('main h1')].length")
    assert headings == 1, f"{where}: {headings} headings of the first level"


async def accessible(browser, server):
    """Every view and sheet, light and dark: names, contrast, sizes to touch, one heading."""
    fresh = await browser.person()
    await fresh.goto(server.url + "/")
    await fresh.sees("Money you share")
    for dark in (False, True):
        await fresh.size(390, 844, dark)
        await look(fresh, "the first page")
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "1200", "Electricity", "💡 Utilities")
    await goes(asha, "budgets")
    await asha.click("New budget")
    await asha.fill("Name", "Home")
    await asha.fill("Limit (₹)", "1300")
    await asha.click("💡 Utilities", kind="label.chip")
    await asha.click("Save")
    await asha.sees("Home")
    await keeps_house(asha, "Ravi")
    await asha.until("!document.querySelector('.toast')", "the note at the bottom goes")
    entry, *sheets = await sheets_of(asha)
    for dark in (False, True):
        await asha.size(390, 844, dark)
        for place in ["room", "balances", "budgets", "charts", "history", "members", "accounts", "rules", "categories", "policies", "separation", "imports", "settings", "more",
                      *(f"room/{sheet}" for sheet in ["add", "invite", "groups", "device", "tokens", "notices", "budget", entry, entry.replace("entry/", "edit/"), *sheets])]:
            await asha.run(f"location.hash = '#/{place}'")
            view, _, sheet = place.partition("/")
            await asha.until(f"document.querySelector('main.{view} h1') && Boolean(document.querySelector('dialog[open]')) === {'true' if sheet else 'false'} && !document.querySelector('.loading')", place)
            await look(asha, f"{place} {'dark' if dark else 'light'}")
            if sheet:
                await asha.run("history.back()")
                await asha.until("!document.querySelector('dialog[open]')", "closed")
    return "by axe-core and our own checks" if AXE else "by our own checks; axe-core is not installed"


# Both languages, both widths, both schemes.
SETTINGS = [(language, width, height, dark) for language in ("en", "hi") for width, height in ((360, 740), (1280, 800)) for dark in (False, True)]


async def accessible_homes(browser, server):
    """A child's own screen, who looks after them, the page of an invite and settling up: at 360 and 1280 px, in both languages, light and dark."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "1200", "Electricity", "💡 Utilities")
    link = await invite(asha, role="A child", people="5")
    riya = await browser.person()
    await riya.goto(link)
    await riya.fill("Your name", "Riya")
    await riya.click("I have read this. Join")
    await riya.sees("What happens")
    await sends(asha, "(named, newID) => ({setSpendingLimit: {minorId: named('Riya'), limitId: newID(), content: {name: 'Pocket', limit: {minor: '50000', currency: 'INR'}, period: 'BUDGET_PERIOD_WEEKLY'}}})",
                "(named, newID) => ({setAllowance: {minorId: named('Riya'), allowanceId: newID(), content: {amount: {minor: '50000', currency: 'INR'}, period: 'BUDGET_PERIOD_WEEKLY'}}})",
                *(f"(named, newID) => ({{setSpending: {{minorId: named('Riya'), spendingId: newID(), content: {{amount: {{minor: '{minor}', currency: '{currency}'}}, description: 'Comics'}}}}}})" for minor, currency in [(42000, "INR"), (300, "USD")]),
                "(named) => ({sendCoaching: {recipientId: named('Riya'), text: 'Well done!'}})")
    await sends(riya, "() => ({requestRole: {role: 'ROLE_ADULT'}})")
    await riya.until("hearthTest.module('app').then(({app}) => app.group.inbox.coaching.length && app.group.minors[app.group.memberId].requestedRole)", "all of it")
    guests = {language: await browser.person(language=f"{language}-IN") for language in ("en", "hi")}
    for guest in guests.values():
        await guest.goto(link)
        await guest.until("document.querySelector('input[name=name]')", "the page of the invite")
    pair = await ravi.run("hearthTest.module('app').then(({app}) => `${app.group.memberId}.${app.group.shared.members[0].memberId}`)")
    looks = 0
    for language, width, height, dark in SETTINGS:
        for page, place in ((riya, "child"), (asha, "child"), (asha, "balances"), (ravi, f"balances/settle/{pair}"), (guests[language], "")):
            await page.size(width, height, dark)
            if place:
                await page.run(f"hearthTest.module('i18n').then(({{choose}}) => choose('{language}'))")
                await page.run(f"location.hash = '#/{place}'")
                view, _, sheet = place.partition("/")
                await page.until(f"document.querySelector('main.{view} h1') && Boolean(document.querySelector('dialog[open]')) === {'true' if sheet else 'false'} && !document.querySelector('.loading, .toast')", place)
                await page.run("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
            assert await page.run("document.documentElement.lang") == language
            where = f"{place.split('.')[0] or 'invite'} of {page is riya and 'the child' or 'another'} at {width} px, {language}, {'dark' if dark else 'light'}"
            wide = await page.run("Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.sheet-body')].map((one) => one.scrollWidth))")
            assert wide <= width, f"{where}: {wide} px wide"
            await look(page, where)
            looks += 1
    return f"{looks} looks"


async def keyboard(browser, server):
    """An expense is added without a pointer; the focus goes into the sheet, stays there, and comes back; what arrives is read aloud."""
    asha, ravi = await room(browser, server, "Asha", "Ravi", width=1280, height=800)
    await asha.run("document.querySelector('.places .add').focus()")
    await asha.press("Enter", number=13)
    await asha.until("document.activeElement?.id === 'amount'", "the focus stands in the amount")
    await asha.send("Input.insertText", text="75")
    for _ in range(2):
        await asha.press("Tab", number=9)
    await asha.send("Input.insertText", text="Keys only")
    for _ in range(40):
        await asha.press("Tab", number=9)
        inside = await asha.run("Boolean(document.activeElement.closest('dialog')) || document.activeElement === document.body")
        assert inside, "the focus left the sheet"
        if await asha.run("document.activeElement.type === 'submit'"):
            break
    outline = await asha.run("(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; })()")
    assert outline, "the focus is not seen"
    await asha.press("Enter", number=13)
    await ravi.sees("Keys only")
    await ravi.until("document.getElementById('news').innerText.includes('Asha: Keys only')", "what arrives is read aloud")
    await asha.until("!document.querySelector('dialog[open]') && document.activeElement.classList.contains('add')", "the focus comes back to where it was")
    await asha.press("Tab", number=9)
    await asha.run("document.querySelector('main').focus()")
    moved = await asha.run("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert moved is False
    await asha.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    await asha.click("Add expense")
    assert await asha.run("document.getAnimations().filter((one) => one.playState === 'running').length") == 0, "something moves all the same"


ALL = [accessible, accessible_homes, keyboard]
