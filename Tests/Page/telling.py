"""What the page says beside what was asked of it: what ends with a right that somebody loses, and what a figure leaves out."""

import json

from world import goes, room

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
    await asha.click("Viewers may dispute entries that name them.", kind="label.check")
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


ALL = [ends]
