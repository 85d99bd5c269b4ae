"""What a household does beside expenses, one scenario a function: accounts, what a child sees, rules, the group's own settings."""

import json

from telling import sends
from world import adds, goes, invite, never, room


async def accounts(browser, server):
    """An account of one's own: deposits, withdrawals, a transfer; joint with a partner after a confirmation, and ended by both."""
    asha, ravi, meera = await room(browser, server, "Asha", "Ravi", "Meera")
    await goes(asha, "accounts")
    await asha.sees("No accounts yet", "Nobody sees an account before you share it")
    await opens(asha, "Savings", "1000")
    await asha.sees("only you see it", "₹1,000.00")
    await opens(asha, "Wallet", "", "ACCOUNT_TYPE_CASH")
    await asha.click("Savings")
    await asha.sees("Nobody sees it besides you.", "Opening balance ₹1,000.00")
    await notes(asha, "Deposit", "500", "Bonus")
    await asha.sees("₹1,500.00")
    await asha.click("Savings")
    await notes(asha, "Withdraw", "120.50", "Books")
    await asha.sees("₹1,379.50")
    await asha.click("Savings")
    await asha.click("Transfer")
    await asha.fill("Amount", "79.50")
    await asha.click("Save")
    await asha.sees("₹1,300.00", "₹79.50")
    await asha.click("Savings")
    await asha.click("Books")
    await asha.click("It is on the bank statement")
    await asha.click("Savings")
    await asha.sees("compared with the statement")
    await asha.click("Bonus")
    await asha.click("Void this deposit")
    await asha.click("Yes, void it")
    await asha.sees("₹800.00")
    # Joint with Ravi: what follows is said, and asked, before anything is sent.
    await asha.click("Savings")
    await asha.click("Share")
    await asha.click("Ravi", kind="label.choice")
    await asha.click("Share")
    await asha.sees("Ravi will see the balance and all entries of Savings, and both of you can add, change and void entries.",
                    "Ending it later needs the consent of both of you.")
    assert await ravi.run("hearthTest.module('app').then(({app}) => Object.keys(app.group.accounts).length)") == 0, "nothing is shared before it is confirmed"
    await asha.click("Yes, share it")
    await asha.sees("shared with Ravi")
    await ravi.sees("An account is shared with you.")
    await ravi.click("Look")
    await ravi.sees("Shared with you", "of Asha", "₹800.00")
    await ravi.click("Savings")
    await ravi.sees("Books", "reads and writes", "ends when both agree")
    await notes(ravi, "Deposit", "200", "Refund")
    await goes(ravi, "room")
    await ravi.sees("Savings: ₹200.00 in · Refund")
    await asha.sees("₹1,000.00")
    await never(meera, ravi, "Savings")
    kept = await meera.run("hearthTest.module('app').then(({app}) => JSON.stringify(app.group.accounts))")
    assert kept == "{}", kept
    # It ends when both agree: asked and taken back, asked and declined, asked and agreed.
    await goes(asha, "accounts")
    await asha.click("Savings")
    for answer in ("Take it back", "Decline", "Agree"):
        await asha.click("End it")
        await asha.sees("Ravi has to agree.")
        await asha.click("Ask to end it")
        await asha.sees("You asked to end it. Ravi decides")
        if answer == "Take it back":
            await asha.click(answer)
        else:
            await goes(ravi, "accounts")
            await ravi.click("Savings")
            await ravi.sees("Asha asks to end it.")
            await ravi.click(answer)
            if answer == "Decline":
                await ravi.click("Close")
        await asha.sees_not("You asked to end it.")
    await asha.sees("Nobody sees it besides you.")
    await ravi.until("!document.querySelector('dialog[open]')", "the account is no longer there")
    assert await ravi.run("hearthTest.module('app').then(({app}) => Object.keys(app.group.accounts).length)") == 0
    # Once everybody has it there is no button that leads to nothing.
    for name, all_of_them in (("Ravi", "Ravi"), ("Meera", "Ravi and Meera")):
        await asha.click("Share")
        await asha.click(name, kind="label.choice")
        await asha.click("Share")
        await asha.click("Yes, share it")
        await asha.sees(f"shared with {all_of_them}")
        await asha.click("Savings")
    await asha.sees("Ravi", "Meera")
    assert await asha.run("hearthTest.find('dialog button', 'Share') === null"), "nobody is left to share it with"
    # Who looks at what the other ends is told so.
    await goes(ravi, "accounts")
    await ravi.click("Savings")
    await ravi.click("End it")
    await ravi.click("Ask to end it")
    await ravi.sees("You asked to end it.")
    await asha.click("Agree")
    await ravi.sees("No longer shared with you: Savings.")
    assert await ravi.run("!document.querySelector('dialog[open]')"), "the account is no longer there"


async def childs_accounts(browser, server):
    """The child's screen has accounts, requests, and who sees it; the guardian's has the same and three offers."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    riya = await child(browser, asha)
    await goes(asha, "child")
    await asha.sees("Riya", "minor", "Spent this month", "Set a limit", "Set an allowance", "Share an account", "They see none of your accounts.")
    await asha.click("Set an allowance")
    await asha.fill("Amount", "500")
    await asha.click("Save")
    await asha.sees("₹0.00 of ₹500.00")
    await goes(asha, "accounts")
    await opens(asha, "Riya's fund", "2500")
    await goes(asha, "child")
    await asha.sees("They see none of your accounts yet.")
    await asha.click("Share an account")
    await asha.sees("A child reads the balance and all entries, and changes nothing.")
    await asha.click("Share")
    await asha.sees("Riya's fund", "shared with Riya")
    # Ravi, who looks after the child too, sees which account it is, and nothing of what is in it.
    await sends(asha, "(named) => ({setGuardian: {minorId: named('Riya'), memberId: named('Ravi')}})")
    await goes(ravi, "child")
    await ravi.sees("Riya's fund", "Savings account", "of Asha", "read since")
    await ravi.sees_not("₹2,500.00")
    # A kind that children do not read is offered for none of them.
    await goes(asha, "accounts")
    await opens(asha, "Wallet", "", "ACCOUNT_TYPE_CASH")
    assert not await asha.run("hearthTest.module('account-state').then(({accounts, isShareableWith}) => hearthTest.module('rights').then(({children}) => accounts().some((one) => isShareableWith(one, children()[0]))))")
    await goes(riya, "child")
    await riya.sees("Accounts", "Riya's fund", "of Asha", "₹2,500.00")
    await riya.click("Riya's fund")
    await riya.sees("reads", "Opening balance ₹2,500.00")
    assert await riya.run("hearthTest.find('button', 'Deposit') === null"), "a child notes nothing in an account"
    await riya.click("Close")
    await riya.run("hearthTest.module('app').then(({app, go}) => go('members', 'member', app.group.memberId))")
    await riya.click("Ask to become adult")
    await riya.sees("The owner and your guardians see that you ask.")
    await goes(riya, "child")
    await riya.sees("You have asked to become adult.")
    await goes(asha, "child")
    await asha.sees("Riya asks to become adult")
    await asha.click("Decline")
    await asha.sees("Declined.")
    await asha.sees_not("asks to become adult")
    # What ends while the child is away is said on the way back.
    await riya.send("Page.navigate", url="about:blank")
    await goes(asha, "accounts")
    await asha.click("Riya's fund")
    await asha.click("End it")
    await asha.click("Yes")
    await asha.sees("Nobody sees it besides you.")
    await ravi.sees_not("Riya's fund")
    await goes(ravi, "room")
    await ravi.sees("does not read the account")
    await riya.goto(server.url + "/#/room")
    await riya.sees("No longer shared with you: Riya's fund.")


KEPT = r"""(async () => {
  const {readAll} = await hearthTest.module('storage');
  const text = JSON.stringify(await readAll('groups'), (_, value) => value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value);
  return ['Samosa', 'Tea'].map((word) => text.includes(word));
})()"""

# The owner has Ravi look after Riya, who has spent something and has no account.
MINDED = r"""(async () => {
  const {app} = await hearthTest.module('app');
  const {command} = await hearthTest.module('client');
  const {newID} = await hearthTest.module('ids');
  const minorId = window.riya = newID();
  window.ravi = app.group.shared.members.find((one) => one.displayName === 'Ravi').memberId;
  for (const body of [{addPlaceholder: {memberId: minorId, displayName: 'Riya', role: 'ROLE_MINOR'}}, {setGuardian: {minorId, memberId: window.ravi}},
    {setSpending: {minorId, spendingId: newID(), content: {description: 'Samosa', amount: {minor: '2000', currency: 'INR'}}}}]) {
    const {accepted} = await command(body);
    if (!accepted) throw new Error(JSON.stringify(body));
  }
})()"""
# Whether he looks after her no more, or again.
GUARDIAN = "{setGuardian: {minorId: window.riya, memberId: window.ravi, removed: %s}}"
# Whether a child's screen is offered.
OFFERED = "document.querySelector('nav a[href=\"#/child\"]') !== null"


async def looked_after_no_more(browser, server):
    """Who looks after a child no more keeps nothing of what the child spent: not on the screen, and not on the device."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "10", "Tea")
    await asha.run(MINDED)
    await ravi.sees("You look after Riya from now on.")
    await ravi.click("Look")
    await ravi.sees("Children", "Riya", "₹20.00")
    await ravi.until(f"{KEPT}.then(String).then((kept) => kept === 'true,true')", "both are kept")
    await asks(asha, GUARDIAN % "true")
    await ravi.sees("You do not look after Riya any more.", "What happens")
    await ravi.sees_not("₹20.00")
    assert await ravi.run(OFFERED) is False, "the child's screen is offered no more"
    await ravi.until(f"{KEPT}.then(String).then((kept) => kept === 'false,true')", "what the child spent is forgotten")
    # What begins and ends while he is away is said on the way back; then it ends because the child grows up.
    for removed, told in ((False, "You look after Riya from now on."), (True, "You do not look after Riya any more."), (False, "You look after Riya from now on.")):
        await ravi.offline(True)
        await ravi.sees("not connected")
        await asks(asha, GUARDIAN % json.dumps(removed))
        await ravi.offline(False)
        await ravi.sees(told)
        assert await ravi.run(OFFERED) is not removed
        await ravi.until(f"{KEPT}.then(String).then((kept) => kept === '{json.dumps(not removed)},true')", "this is kept")
    await goes(ravi, "child")
    await asks(asha, "{changeRole: {memberId: window.riya, role: 'ROLE_ADULT'}}")
    await ravi.sees("You do not look after Riya any more.", "What happens")
    assert await asha.run("hearthTest.text().includes('look after')") is False, "the owner looks after every child, so nothing is said"


async def grown_up(browser, server):
    """A child who becomes an adult is told so and has the child's screen no more, live and on coming back; who becomes a child is shown it."""
    asha, = await room(browser, server, "Asha")
    riya = await child(browser, asha)

    async def becomes(role):
        await asks(asha, "{changeRole: {memberId: app.group.shared.members.find((one) => one.displayName === 'Riya').memberId, role: 'ROLE_%s'}}" % role)

    grown = "You are adult now. From now on nobody else sees what you noted of your spending."
    await goes(riya, "child")
    await riya.click("Note spending")
    await riya.fill("Amount", "20")
    await becomes("ADULT")
    await riya.sees(grown, "What happens", "Add expense")
    assert await riya.run(OFFERED) is False, "the child's screen is offered no more"
    await becomes("MINOR")
    await riya.until("hearthTest.module('app').then(({me}) => me().proposedRole === 'ROLE_MINOR')", "they are asked")
    await riya.run("Promise.all(['client', 'notice'].map((name) => hearthTest.module(name))).then(([{command}, {noticeVersion}]) =>"
                   " command({acknowledgeRole: {acceptsTransparency: noticeVersion}}))")
    await riya.sees("You are minor now. My spending shows you who sees what you spend.")
    await riya.click("Look")
    await riya.sees("My spending", "Spent this month")
    await riya.offline(True)
    await riya.sees("not connected")
    await becomes("ADULT")
    await riya.offline(False)
    await riya.sees(grown, "What happens")
    assert await riya.run(OFFERED) is False


async def ended_unheard(browser, server):
    """A page that has not heard that lanes ended shows nothing of them once it has subscribed anew, be it an account's, a child's or that of incomes."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "accounts")
    await opens(asha, "Savings", "1000")
    await asha.run(MINDED)
    await asks(asha, "{setMemberIncome: {monthly: {minor: '100', currency: 'INR'}}}",
               "{grantAccount: {accountId: Object.keys(app.group.accounts)[0], memberId: window.ravi, permission: 'GRANT_PERMISSION_READ'}}")
    shown = """hearthTest.module('app').then(({app: {group}}) => [group.accounts, group.minors, group.incomes].map((one) => Object.keys(one).length)
      .concat(group.feed.some((one) => /^(account|minor|income)/.test(one.lane))).join(' '))"""
    await ravi.until(f"{shown}.then((shown) => shown === '1 1 1 true')", "an account, a child and an income are shown")
    # The page hears no more of lanes that end, nor of one entry: at the next one it notices and subscribes anew.
    await ravi.run("""hearthTest.module('replica').then(({Follower: {prototype}}) => { const {begin, takeEvents} = prototype;
      prototype.begin = () => {};
      prototype.takeEvents = (some) => { if (JSON.stringify(some).includes('Unheard')) Object.assign(prototype, {begin, takeEvents}); return []; }; })""")
    await asks(asha, GUARDIAN % "true", "{setPolicy: {policy: 'POLICY_ADULTS_SEE_INCOME', allowed: false}}",
               "{revokeAccount: {accountId: Object.keys(app.group.accounts)[0], memberId: window.ravi}}")
    await adds(asha, "5", "Unheard")
    assert await ravi.run(shown) == "1 1 1 true", "nothing was heard"
    await adds(asha, "6", "Heard")
    await ravi.sees("Unheard", "Heard", "No longer shared with you: Savings. You do not look after Riya any more.")
    assert await ravi.run(shown) == "0 0 0 false"
    assert len(ravi.errors) == 1 and "is missing" in ravi.errors.pop()


async def rules(browser, server):
    """A rule is made and enters its date at once, is changed, skipped, paused, resumed with what was missed, and ended; others see it."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "settings")
    await asha.click("Recurring entries")
    await asha.sees("Nothing recurs yet")
    await asha.click("New recurring entry")
    await asha.click("Save")
    await asha.sees("Write an amount")
    await asha.fill("Amount", "900")
    await asha.fill("What for", "Cook")
    await asha.fill("How often", "WEEK.1")
    start = await asha.run("hearthTest.find('field', 'From').value")
    await asha.fill("From", "2099-01-01")
    await asha.sees("1 Jan 2099 is far ahead.")
    await asha.fill("From", start)
    await asha.sees_not("is far ahead")
    await asha.click("Save")
    await asha.sees("Cook", "every week", "next on")
    await ravi.sees("Cook", "you owe ₹450.00")
    await goes(ravi, "rules")
    await ravi.click("Cook")
    await ravi.sees("Made by", "Asha", "all who usually share")
    assert await ravi.run("hearthTest.find('button', 'Pause') === null"), "an adult changes only their own rules"
    await ravi.click("Close")
    await asha.click("Cook")
    next_ = await asha.run("hearthTest.text().match(/Next\\s+(\\d+ \\w+ \\d+)/)[1]")
    await asha.click(f"Skip {next_}")
    await asha.sees("Skipped.")
    await asha.until(f"!hearthTest.text().includes({next_!r})", "another date is next")
    await asha.click("Pause")
    await asha.sees("Paused.", "Resume")
    await ravi.sees("paused")
    await asha.click("Resume")
    await asha.sees("It goes on.")
    await asha.click("Change")
    await asha.fill("Amount", "1000")
    await asha.fill("How often", "MONTH.1")
    await asha.click("Save")
    await asha.sees("₹1,000.00", "every month")
    await asha.click("Cook")
    await asha.click("End it")
    await asha.sees("What it has entered stays.")
    await asha.click("Yes, end it")
    await asha.sees("It has ended.", "Nothing recurs yet")
    await ravi.sees("Nothing recurs yet", "Ended")


async def categories(browser, server):
    """A category is added, chosen, renamed and retired; an envelope saves for a festival."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await goes(asha, "settings")
    await asha.click("Categories")
    await asha.click("New category")
    await asha.fill("Name", "Pets")
    await asha.click("Save")
    await asha.sees("Pets")
    await goes(ravi, "room")
    await ravi.click("Add expense")
    await ravi.fill("Amount", "300")
    await ravi.fill("What for", "Cat food")
    await ravi.click("🔹 Pets", kind="label.chip")
    await ravi.click("Add ")
    await asha.click("Pets")
    await asha.fill("Name", "Pets and vet")
    await asha.click("Save")
    await ravi.click("Cat food")
    await ravi.sees("Pets and vet")
    await ravi.click("Close")
    await asha.click("Pets and vet")
    await asha.click("Retire it")
    await asha.click("Yes, retire it")
    await asha.sees("Retired")
    await asha.sees("No envelopes yet")
    await asha.click("New envelope")
    await asha.fill("What it may cost", "12000")
    await asha.fill("Saved for over", "4")
    await asha.click("Save")
    await asha.sees("Diwali", "₹12,000.00", "saved for over 4 months")
    await goes(ravi, "categories")
    await ravi.sees("Diwali")
    assert await ravi.run("hearthTest.find('button', 'New category') === null"), "an adult sets none"
    await asha.click("Diwali")
    await asha.sees("About ₹3,000.00 each month.", "Counts what is spent on Festivals.")
    await asha.click("Remove it")
    await asha.click("Yes, remove it")
    await ravi.sees("No envelopes yet")


async def policies(browser, server):
    """What the group decides is shown to all, and changed by who may: then it holds."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await adds(asha, "50", "Bread")
    await goes(ravi, "policies")
    await ravi.sees("The owner and admins decide it.")
    assert await ravi.run("[...document.querySelectorAll('main input')].every((one) => one.disabled)")
    await goes(asha, "settings")
    await asha.click("Who may do what")
    await asha.click("Adults may edit entries that others added.", kind="label.check")
    await asha.sees("Saved.")
    await ravi.until("![...document.querySelectorAll('label.check')].find((one) => one.innerText.includes('Adults may edit')).querySelector('input').checked", "the change is seen")
    await goes(ravi, "room")
    await ravi.sees("Asha changed who may do what")
    await ravi.click("Bread")
    await ravi.sees("Split equally")
    assert await ravi.run("hearthTest.find('button', 'Change') === null"), "an adult edits no entry of others any more"


# What the page hears of somebody's draft, as the server would say it.
HEARS = """hearthTest.module('drafts').then(({hear}) => hearthTest.module('app').then(({app}) => hear({groupId: app.group.groupId, lane: 'shared',
  memberId: app.group.shared.members.find((one) => one.displayName === %s).memberId, draft: %s})))"""
# What the page tells from now on, instead of sending it.
TELLS = """hearthTest.module('connection').then(({Connection}) => { globalThis.told = []; Connection.prototype.tell = (body) => globalThis.told.push(body.tellDraft); })"""


async def draft_lines(browser, server):
    """What others enter stands above the feed, begun amounts only; it ends by a message, by a break, and is hidden by a setting; aloud it is said once."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    async def hears(draft):
        await asha.run(HEARS % ("'Ravi'", draft))
    for draft, line in [("{currency: 'INR', leadingDigits: '12', digitCount: 4, category: 'groceries', text: 'Vegetables'}", "Ravi is entering Vegetables ₹1,2…"),
                        ("{currency: 'INR', leadingDigits: '12', digitCount: 6, category: 'groceries'}", "Ravi is entering Groceries ₹1,2…"),
                        ("{currency: 'INR', leadingDigits: '4', digitCount: 2}", "Ravi is entering ₹4…"), ("{currency: 'INR', digitCount: 1}", "Ravi is entering ₹…"),
                        ("{currency: 'INR', text: '<b>Tea</b>'}", "Ravi is entering <b>Tea</b>"), ("{currency: 'INR'}", "Ravi is entering something")]:
        await hears(draft)
        await asha.sees(line)
    aloud = await asha.run("[...document.querySelectorAll('#news p')].filter((one) => one.innerText.includes('is entering')).length")
    assert aloud == 1, aloud
    await hears("undefined")
    await asha.sees_not("is entering")
    await hears("{currency: 'INR', leadingDigits: '12', digitCount: 4}")
    await asha.sees("₹1,2…")
    await asha.click("Hide amounts")
    await asha.sees("Ravi is entering •••")
    await asha.click("Hide amounts")
    await goes(asha, "settings")
    await asha.click("I see what others are entering", kind="label.check")
    await goes(asha, "room")
    await asha.sees("What happens")
    assert await asha.run("!hearthTest.text().includes('is entering')"), "hidden by a setting"
    await goes(asha, "settings")
    await asha.click("I see what others are entering", kind="label.check")
    await goes(asha, "room")
    await asha.sees("Ravi is entering ₹1,2…")
    await ravi.close()
    await asha.sees("nobody else is here")
    await asha.sees_not("is entering")
    # Without news it lapses after 35 seconds: the page's clock is set on, and what it would do then is done.
    await asha.run("""(() => { const {setTimeout: later} = globalThis; globalThis.setTimeout = (act, ms, ...rest) => ms === 35000 ? (globalThis.lapses = act, 0) : later(act, ms, ...rest); })()""")
    await hears("{currency: 'INR', leadingDigits: '12', digitCount: 4}")
    await asha.sees("Ravi is entering ₹1,2…")
    await asha.run("(() => { const before = performance.now.bind(performance); performance.now = () => before() + 35000; globalThis.lapses(); })()")
    await asha.sees_not("is entering")


async def draft_telling(browser, server):
    """What one enters is told by its beginning only, by nobody who does not wish it, and cleared when the form closes."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.run(TELLS)
    await asha.click("Add expense")
    await asha.fill("Amount", "12345.67")
    await asha.fill("What for", "Sofa")
    await asha.click("🛒 Groceries", kind="label.chip")
    told = await asha.until("globalThis.told.find((one) => one.draft?.text === 'Sofa' && one.draft.category)", "the draft is told")
    assert told["draft"] == {"currency": "INR", "leadingDigits": "12", "digitCount": 5, "category": "groceries", "text": "Sofa"} and told["lane"] == "shared", told
    assert "345" not in await asha.run("JSON.stringify(globalThis.told.map((one) => one.draft))"), "the whole amount never leaves the device"
    await asha.click("Close")
    await asha.until("globalThis.told.length && !globalThis.told.at(-1).draft", "it is cleared when the form closes")
    # Who sees what is told asks before the same is added again; the answer leads on.
    await ravi.run(HEARS % ("'Asha'", "{currency: 'INR', leadingDigits: '12', digitCount: 5, category: 'groceries', text: 'Sofa'}"))
    await ravi.click("Add expense")
    await ravi.fill("Amount", "12999")
    await ravi.fill("What for", "A sofa")
    await ravi.click("🛒 Groceries", kind="label.chip")
    await ravi.click("Add ")
    await ravi.sees("Asha is entering ₹12… for the same just now. Is yours another one?")
    await ravi.until("""(() => { const one = document.querySelector('dialog .note[role=alert]'), box = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); })()""", "the question is in sight")
    await ravi.click("Yes, add it too")
    await asha.sees("A sofa")
    # The same within ten minutes is asked about by the name of who added it.
    await ravi.sees("A sofa")
    await asha.click("Add expense")
    await asha.fill("Amount", "12999")
    await asha.fill("What for", "a sofa")
    await asha.click("🛒 Groceries", kind="label.chip")
    await asha.click("Add ")
    await asha.sees("Ravi just added A sofa, ₹12,999.00. Is this another one?")
    await asha.click("No, it is the same")
    # Not by who does not wish it: nothing is told behind what was typed, as the next form shows, which tells again.
    await goes(asha, "settings")
    await asha.click("Others see that I am entering something", kind="label.check")
    await goes(asha, "room")
    count = await asha.run("globalThis.told.length")
    await asha.click("Add expense")
    await asha.fill("Amount", "777")
    await asha.click("Close")
    await goes(asha, "settings")
    await asha.click("Others see that I am entering something", kind="label.check")
    await goes(asha, "room")
    await asha.click("Add expense")
    await asha.fill("Amount", "888")
    await asha.until(f"globalThis.told.length > {count}", "told again")
    first = await asha.run(f"globalThis.told[{count}].draft")
    assert first["leadingDigits"] == "8", first


async def draft_presence(browser, server):
    """Two pages: what one types is seen by the other while it is typed, and goes when it is added or given up."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await asha.click("Add expense")
    await asha.fill("What for", "Groceries")
    await asha.fill("Amount", "1200")
    await asha.click("🛒 Groceries", kind="label.chip")
    await ravi.sees("Asha is entering Groceries ₹1,2…")
    # Who is about to send the same is asked first.
    await ravi.until("hearthTest.module('drafts').then(({twin}) => twin({category: 'groceries', amount: {minor: '120500', currency: 'INR'}}))", "the category has come, too")
    await ravi.click("Add expense")
    await ravi.fill("Amount", "1205")
    await ravi.click("🛒 Groceries", kind="label.chip")
    await ravi.click("Add ")
    await ravi.sees("Asha is entering ₹1,2… for the same just now. Is yours another one?")
    await ravi.click("No, it is the same")
    await asha.click("Close")
    await ravi.sees_not("is entering")
    await asha.click("Add expense")
    await asha.fill("Amount", "450")
    await asha.fill("What for", "Milk")
    await ravi.sees("Asha is entering Milk ₹4…")
    await asha.click("Add ")
    await ravi.sees("Milk", "you owe ₹225.00")
    await ravi.sees_not("is entering")


async def keeps_house(page, partner):
    """Two accounts with something in them, one of them joint; a rule and an envelope."""
    await goes(page, "accounts")
    await opens(page, "Savings", "25000")
    await opens(page, "Wallet", "1200", "ACCOUNT_TYPE_CASH")
    await page.click("Savings")
    await notes(page, "Deposit", "48000", "Salary for November")
    await page.click("Savings")
    await page.click("Share")
    await page.click(partner, kind="label.choice")
    await page.click("Share")
    await page.click("Yes, share it")
    await page.sees(f"shared with {partner}")
    await goes(page, "rules")
    await page.click("New recurring entry")
    await page.fill("Amount", "8500")
    await page.fill("What for", "Cook and cleaning")
    await page.click("Save")
    await page.sees("next on")
    await goes(page, "categories")
    await page.click("New envelope")
    await page.fill("What it may cost", "12000")
    await page.click("Save")
    await page.sees("saved for over 6 months")
    paid = await page.run("""Promise.all(['app', 'client', 'ids'].map((name) => hearthTest.module(name))).then(([{app}, {command}, {newID}]) => command({settleUp: {entryId: newID(),
      fromMemberId: app.group.shared.members.find((one) => one.displayName === %r).memberId, toMemberId: app.group.memberId, minor: '10000', note: 'UPI'}}))""" % partner)
    assert paid.get("accepted"), paid


async def sheets_of(page):
    """The ways to the sheet of an entry, and to those of accounts, rules and categories."""
    entry, account, note, rule, festival, payment = await page.run("""hearthTest.module('app').then(({app}) => { const [id, one] = Object.entries(app.group.accounts).find(([, one]) => one.entries.length);
      return [[...app.group.shared.entries.keys()][0], id, one.entries[0].entryId,
        app.group.shared.recurring[0].ruleId, app.group.shared.festivals[0].festivalId,
        [...app.group.shared.entries.values()].find((one) => one.kind === 'ENTRY_KIND_TRANSFER').id]; })""")
    return [f"entry/{entry}", "accountSet", f"account/{account}", f"accountEntry/{account}.{note}", f"accountShare/{account}", f"accountTransfer/{account}",
            f"rule/{rule}", "rule", "category/groceries", f"festival/{festival}", f"payment/{payment}", "income"]


async def asks(page, *commands):
    """Commands, one after the other, which are accepted."""
    for command in commands:
        done = await page.run("Promise.all(['app', 'client'].map((name) => hearthTest.module(name))).then(([{app}, {command}]) => command(%s))" % command)
        assert done.get("accepted"), (command, done)


async def child(browser, owner):
    """Riya, who joins as a minor."""
    page = await browser.person()
    await page.goto(await invite(owner, role="A child"))
    await page.fill("Your name", "Riya")
    await page.click("I have read this. Join")
    await page.sees("What happens")
    return page


async def opens(page, name, opening, kind=""):
    """A new account."""
    await page.click("New account")
    await page.fill("Name", name)
    if kind:
        await page.fill("Kind", kind)
    if opening:
        await page.fill("What is in it at the beginning", opening)
    await page.click("Save")
    await page.sees(name)


async def notes(page, what, amount, text):
    """Something that goes into an account, or out of it."""
    await page.click(what)
    await page.fill("Amount", amount)
    await page.fill("What it is", text)
    await page.click("Save")
    await page.sees("Noted.")


ALL = [accounts, childs_accounts, looked_after_no_more, grown_up, ended_unheard, draft_lines, draft_telling, draft_presence, rules, categories, policies]
