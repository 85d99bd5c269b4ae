"""What the page says beside what was asked of it: what ends with a right that somebody loses, and what a figure leaves out."""

import json

from world import founder, goes, invite, joiner, room

# Sends commands as the page would, one after the other; the answer of the first that is refused, or nothing.
SENDS = """Promise.all(['app', 'client', 'ids'].map((name) => hearthTest.module(name))).then(async ([{app}, {command}, {newID}]) => {
  const named = (name) => app.group.shared.members.find((one) => one.displayName === name).memberId;
  for (const step of [%s]) {
    const result = await command(step(named, newID, app.group));
    if (!result.accepted) return JSON.stringify(result);
  }
  return '';
})"""


async def sends(page, *steps):
    """Each step is a function in JavaScript of (named, newID, group), which gives a command."""
    refused = await page.run(SENDS % ", ".join(steps))
    assert not refused, refused


def rule(what):
    return f"""(named, newID) => ({{setRecurring: {{ruleId: newID(), content: {{recurrence: {{unit: 'RECURRENCE_UNIT_MONTH', interval: 1, firstDate: '2030-01-01'}},
      template: {{kind: 'ENTRY_KIND_EXPENSE', amount: {{minor: '100', currency: 'INR'}}, description: {json.dumps(what)}, category: 'housing'}}}}}}}})"""


INVITE = "(named, newID) => ({createInvite: {inviteId: newID(), role: 'ROLE_VIEWER'}})"


async def ends(browser, server):
    """What pauses and is taken back with somebody's right is asked before it is done, and said after it: a role, a removal, a policy, one's own leaving."""
    asha, ravi = await room(browser, server, "Asha", "Ravi")
    await sends(asha, "() => ({setPolicy: {policy: 'POLICY_ADMINS_INVITE', allowed: true}})", "(named) => ({changeRole: {memberId: named('Ravi'), role: 'ROLE_ADMIN'}})")
    await ravi.sees("Ravi is admin now")
    await sends(ravi, rule("Cook"), rule("Cleaner"), INVITE, INVITE)
    await goes(asha, "members")
    await asha.until("hearthTest.module('app').then(({app}) => app.group.shared.recurring?.length === 2 && app.group.admin.invites.length === 3)", "what Ravi made")
    # Less than that ends nothing, and is not asked about.
    await goes(asha, "policies")
    await asha.click("Viewers may dispute entries that name them, and comment on all.", kind="label.check")
    await asha.until("document.querySelector('.toast')?.innerText === 'Saved.'", "saved, and nothing else")
    # A policy: said once it is done.
    await asha.click("Admins may invite.", kind="label.check")
    await asha.sees("Saved. What rested on that right ended with it: 2 invites taken back.")
    await sends(asha, "() => ({setPolicy: {policy: 'POLICY_ADMINS_INVITE', allowed: true}})")
    await sends(ravi, INVITE)
    # A role: asked before it is done. Who thinks better of it changes nothing.
    await goes(asha, "members")
    await asha.click("Ravi")
    await asha.fill("Role", "ROLE_VIEWER")
    await asha.sees("Ravi becomes viewer.", "What rests on that right ends with it: paused: \u2068Cook\u2069, \u2068Cleaner\u2069; 1 invite taken back.")
    await asha.click("Cancel")
    await asha.until("document.querySelector('dialog select').value === 'ROLE_ADMIN'", "they stay admin")
    assert await asha.run("hearthTest.module('app').then(({app}) => !app.group.shared.recurring.some((one) => one.paused))"), "nothing has paused yet"
    await asha.fill("Role", "ROLE_VIEWER")
    await asha.click("Yes")
    await asha.sees("Saved. What rested on that right ended with it: paused: \u2068Cook\u2069, \u2068Cleaner\u2069; 1 invite taken back.")
    await asha.click("Look", kind=".toast button")
    await asha.sees("Recurring entries", "paused")
    # A role by which nothing ends is given at once; then a removal is asked about with what ends by it.
    await goes(asha, "members")
    await asha.click("Ravi")
    await asha.fill("Role", "ROLE_ADULT")
    await asha.sees("Saved.")
    await ravi.sees("Ravi is adult now")
    await sends(ravi, rule("Milkman"))
    await asha.until("hearthTest.module('app').then(({app}) => app.group.shared.recurring.length === 3)", "the rule")
    await asha.click("Ravi")
    await asha.click("Remove from the group")
    await asha.sees("Their entries stay.", "ends with it: paused: \u2068Milkman\u2069.")
    # Who is about to leave is told the same of their own.
    await goes(ravi, "members")
    await ravi.click("Ravi")
    await ravi.click("Leave the group")
    await ravi.sees("What you owe or are owed stays in the books.", "ends with it: paused: \u2068Milkman\u2069.")
    await ravi.click("Cancel")
    await asha.click("Yes")
    await asha.sees("Removed. What rested on that right ended with it: paused: \u2068Milkman\u2069.")
    # A child's allowance pauses when they go.
    await sends(asha, "(named, newID) => ({addPlaceholder: {memberId: newID(), displayName: 'Riya', role: 'ROLE_MINOR'}})")
    await asha.until("hearthTest.module('app').then(({app}) => app.group.shared.members.some((one) => one.displayName === 'Riya'))", "the child")
    await sends(asha, "(named, newID) => ({setAllowance: {minorId: named('Riya'), allowanceId: newID(), content: {amount: {minor: '50000', currency: 'INR'}, period: 'BUDGET_PERIOD_WEEKLY'}}})")
    await goes(asha, "members")
    await asha.click("Riya")
    await asha.click("Remove from the group")
    await asha.sees("ends with it: paused: an allowance of \u2068Riya\u2069.")


async def left_out(browser, server):
    """No figure hides what it leaves out: a child's, the balances, the month, a budget in another currency; what has a rate counts at it."""
    asha, = await room(browser, server, "Asha")
    def spent(minor, currency, what, conversion=""):
        return f"""(named, newID) => ({{addEntry: {{entryId: newID(), content: {{kind: 'ENTRY_KIND_EXPENSE', amount: {{minor: '{minor}', currency: '{currency}'}}, description: '{what}', category: 'dining',
          paid: [{{memberId: named('Asha'), minor: '{minor}'}}], split: {{exact: {{shares: [{{memberId: named('Riya'), minor: '{minor}'}}]}}}} {conversion}}}}}}})"""
    await sends(asha, "(named, newID) => ({addPlaceholder: {memberId: newID(), displayName: 'Riya', role: 'ROLE_MINOR'}})",
                "(named, newID) => ({addPlaceholder: {memberId: newID(), displayName: 'Kabir', role: 'ROLE_ADULT'}})")
    await asha.until("hearthTest.module('app').then(({app}) => app.group.shared.members.length === 3)", "the members")
    await sends(asha, "(named, newID) => ({setSpendingLimit: {minorId: named('Riya'), limitId: newID(), content: {name: 'Pocket', limit: {minor: '100000', currency: 'INR'}, period: 'BUDGET_PERIOD_MONTHLY'}}})",
                spent(333, "USD", "Pizza", ", conversion: {rate: '83.155'}"), spent(500, "EUR", "Gelato"),
                "(named, newID) => ({setSpending: {minorId: named('Riya'), spendingId: newID(), content: {amount: {minor: '700', currency: 'KWD'}, description: 'Kite'}}})",
                "(named, newID) => ({setBudget: {budgetId: newID(), content: {name: 'Abroad', limit: {minor: '1000', currency: 'EUR'}, period: 'BUDGET_PERIOD_MONTHLY', categories: ['dining']}}})",
                "(named, newID) => ({setBudget: {budgetId: newID(), content: {name: 'Home', limit: {minor: '100000', currency: 'INR'}, period: 'BUDGET_PERIOD_MONTHLY', categories: ['dining']}}})")
    # 3.33 × 83.155 is 276.90615: rounded to ₹276.91, as the server counts it.
    await goes(asha, "child")
    await asha.sees("Spent this month", "₹276.91", "Not counted, without a rate: €5.00, KWD 0.700", "₹276.91 of ₹1,000.00")
    beside = await asha.run("[...document.querySelectorAll('main .hint')].filter((one) => one.innerText.startsWith('Not counted')).length")
    assert beside == 2, f"beside the month and beside the limit, not {beside}"
    await goes(asha, "balances")
    await asha.sees("Nobody owes anything in INR.", "There are debts in EUR, USD, too.", "nothing in INR", "settled")
    assert await asha.run("!hearthTest.text().includes('Nobody owes anybody anything')")
    assert await asha.run("[...document.querySelectorAll('main .effect')].filter((one) => one.innerText === 'settled').length") == 1, "Kabir alone is settled"
    await asha.click("USD", kind="button.tab")
    await asha.sees("1 payment settles USD", "There are debts in EUR, too.")
    await goes(asha, "room")
    # A narrow page shows budgets above the feed only where they need a look.
    await asha.size(1280, 800)
    await asha.sees("Even in INR", "and you get back $3.33", "Not counted, without a rate: €5.00")
    assert await asha.run("!hearthTest.text().includes('You are even')")
    await goes(asha, "charts")
    await asha.sees("Nothing was spent in INR in this month", "Without what was entered in EUR, USD.", "without EUR, USD")
    await goes(asha, "budgets")
    await asha.sees("€5.00 of €10.00", "₹276.91 of ₹1,000.00", "Not counted, without a rate: $3.33", "Not counted, without a rate: €5.00")
    # Who enters more of it is told before.
    await goes(asha, "room")
    await asha.click("Add expense")
    await asha.fill("Amount", "2")
    await asha.fill("What for", "Coffee")
    await asha.fill("Currency", "EUR")
    await asha.click("🍛 Dining Out", kind="label.chip")
    await asha.sees("Home: 27 % → 27 %. Not counted, without a rate: €7.00")
    await asha.click("Close")
    # Once it is all paid back, nothing is left out, and all is settled.
    await sends(asha, *(f"(named, newID) => ({{settleUp: {{entryId: newID(), fromMemberId: named('Riya'), toMemberId: named('Asha'), minor: '{minor}', currency: '{currency}'}}}})" for minor, currency in [(333, "USD"), (500, "EUR")]))
    await goes(asha, "balances")
    await asha.sees("Nobody owes anybody anything.")
    await goes(asha, "room")
    await asha.sees("You are even")


# So many that what they owe one another is more than one message has space for.
CROWD = 70
# All at once, over the page's connection; what was refused, or nothing.
CROWDED = """Promise.all(['app', 'client', 'ids'].map((name) => hearthTest.module(name))).then(async ([{app}, {ask}, {newID}]) => {
  const all = app.group.shared.members.map((one) => one.memberId);
  const body = %s;
  const answers = await Promise.all(Array.from({length: %d}, (_, place) => ask({command: {id: newID(), groupId: app.group.groupId, ...body(place, all, newID)}})));
  return JSON.stringify(answers.filter((one) => !one.accepted));
})"""


async def whole_plan(browser, server):
    """A plan of more payments than one message has space for is shown whole, with the reasons of each, and to whom stands at its end; so is what happened last."""
    asha = await founder(browser, server)
    await sends(asha, "() => ({updateGroup: {membersMax: 100, simplifyDebts: false}})")
    refused = await asha.run(CROWDED % ("(place, all, newID) => ({addPlaceholder: {memberId: newID(), displayName: `Member ${place}`, role: 'ROLE_ADULT'}})", CROWD - 2))
    assert refused == "[]", refused
    ravi = await joiner(browser, await invite(asha))
    await goes(asha, "members")
    await asha.until(f"hearthTest.module('app').then(({{app}}) => app.group.shared.members.length === {CROWD})", "all of them")
    # Each pays for all, and each later one a paisa less for everybody: so each owes whoever came before, and who came last owes them all.
    refused = await asha.run(CROWDED % (f"""(place, all, newID) => ({{addEntry: {{entryId: newID(), content: {{kind: 'ENTRY_KIND_EXPENSE',
      amount: {{minor: String((1000 - place) * {CROWD}), currency: 'INR'}}, description: `Round ${{place}}`, paid: [{{memberId: all[place], minor: String((1000 - place) * {CROWD})}}],
      split: {{equal: {{memberIds: all}}}}}}}}}})""", CROWD))
    assert refused == "[]", refused
    pairs = CROWD * (CROWD - 1) // 2
    first = await asha.run("""Promise.all(['app', 'client'].map((name) => hearthTest.module(name))).then(async ([{app}, {ask}]) =>
      (await ask({readSettlement: {groupId: app.group.groupId}})).settlement.debts.length)""")
    assert 0 < first < pairs, f"{first} of {pairs}: it is no more than one message"
    # Round k of the later of two pays less than that of the earlier one, by as many paise as there are places between them.
    await goes(ravi, "room")
    await ravi.sees("You owe", f"₹{sum(range(CROWD)) / 100:.2f}", f"₹{(CROWD - 1) / 100:.2f} to Asha", f"₹{(CROWD - 2) / 100:.2f} to Member 0", "Settle up")
    await goes(asha, "balances")
    await asha.until(f"document.querySelectorAll('.debt').length === {pairs}", "all payments")
    assert await asha.run("[...document.querySelectorAll('.debt')].filter((one) => one.innerText.includes('pays you')).length") == CROWD - 1
    await asha.run("[...document.querySelectorAll('.debt summary')].at(-1).click()")
    await asha.sees(f"Round {CROWD - 2}", f"of ₹{(1000 - CROWD + 2) * CROWD / 100:.2f}")
    # With the fewest payments it is one for each but one at most, and what is said counts them all.
    await asha.run("[...document.querySelectorAll('.tab')].find((one) => one.innerText === 'Fewest payments').click()")
    await asha.until(f"document.querySelector('.debt') && document.querySelectorAll('.debt').length < {CROWD}", "fewer payments")
    told = await asha.run("document.querySelectorAll('.debt').length")
    await asha.sees(f"{told} payments settle everything")
    own = await asha.run("""Promise.all(['app', 'client'].map((name) => hearthTest.module(name))).then(async ([{app}, {ask}]) =>
      (await ask({readSettlement: {groupId: app.group.groupId, mode: 'SETTLEMENT_MODE_SIMPLIFIED'}})).settlement.debts.length)""")
    assert told == own, f"{told} of {own}"
    await asha.run("[...document.querySelectorAll('.debt summary')].at(-1).click()")
    await asha.sees("for", "of ₹")
    # Who comes now is told the last events, and reads them back, though they are more than one message has space for.
    await goes(asha, "room")
    kabir = await joiner(browser, await invite(asha), "Kabir")
    await kabir.until(f"document.querySelector('.feed')?.innerText.includes('Round {CROWD - 1}')", "what happened last")
    await goes(kabir, "history")
    await kabir.click("Everything that happened")
    await kabir.sees("Kabir joined as adult", *(f"Round {place}" for place in range(CROWD - 40, CROWD)))


async def unknown(browser, server):
    """What nobody has reckoned yet is not told as nothing: a budget without its figures says its limit alone, and the figures once they come."""
    if not server.is_ours:
        return "skipped: the server is not the tests' own"
    asha, = await room(browser, server, "Asha")
    asha.expects_no_server = True
    await sends(asha, "(named, newID) => ({setBudget: {budgetId: newID(), content: {name: 'Food', limit: {minor: '100000', currency: 'INR'}, period: 'BUDGET_PERIOD_MONTHLY', categories: ['dining']}}})")
    await goes(asha, "budgets")
    await asha.sees("₹0.00 of ₹1,000.00", "₹1,000.00 left")
    await server.kill()
    await asha.sees("No connection", "₹1,000.00 left")
    await asha.run("hearthTest.module('app').then(({app, changed}) => { app.group.computed = {}; changed(); })")
    await asha.sees("₹1,000.00 · monthly", "This is known once there is a connection.")
    await asha.sees_not("left")
    await asha.sees_not("₹0.00")
    await server.start()
    await asha.sees("₹0.00 of ₹1,000.00", "₹1,000.00 left", patience=40)


ALL = [ends, left_out, whole_plan, unknown]
