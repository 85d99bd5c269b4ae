"""The page's pure modules, tried in Chromium by tables: money, splits, periods, texts, ids, hashes, QR codes."""

import asyncio
import json
import os
import re
import shutil
import tempfile
import unicodedata
from pathlib import Path

from sentences import WEB

TABLE = r"""(async () => {
  const failures = [];
  const same = (what, found, wanted) => { const [a, b] = [found, wanted].map((one) => JSON.stringify(one, (_, value) => typeof value === 'bigint' ? String(value) : value));
    if (a !== b) failures.push(`${what}: ${a} instead of ${b}`); };
  const money = await hearthTest.module('money'), amounts = await hearthTest.module('amounts'), split = await hearthTest.module('split');
  for (const [minor, currency, text] of [['123456789', 'INR', '₹12,34,567.89'], ['123450', 'USD', '$1,234.50'], ['1234', 'KWD', 'KWD 1.234'], ['-5', 'INR', '-₹0.05'], ['1500', 'JPY', '¥1,500'],
    ['9007199254740993', 'EUR', '€90,071,992,547,409.93'], ['100000', 'CLF', 'CLF 10.0000'], [undefined, 'INR', '₹0.00']]) same(`formatted ${minor}`, money.formatted(minor, currency), text);
  for (const [text, currency, minor] of [['450.50', 'INR', '45050'], ['12,34,567', 'INR', '123456700'], ['1,234,567', 'USD', '123456700'], ['1.2L', 'INR', '12000000'], ['3 Cr', 'INR', '3000000000'], ['1.5k', 'INR', '150000'],
    ['450+320', 'INR', '77000'], ['४५०', 'INR', '45000'], ['₹20', 'INR', '2000'], ['.5', 'INR', '50'], ['1.234', 'KWD', '1234'], ['10000000000000', 'INR', '1000000000000000'],
    ['10000000000000.01', 'INR', null], ['0', 'INR', null], ['', 'INR', null], ['1.234', 'INR', null], ['1,5', 'INR', '150'], ['12,50', 'INR', '1250'], ['1.234,50', 'EUR', '123450'], ['500/-', 'INR', '50000'], ['1,234', 'KWD', null], ['0,500', 'INR', null], ['1,5 L', 'INR', '15000000'], ['2 lakhs', 'INR', '20000000'], ['1.5 करोड', 'INR', '1500000000'], ['2 \u0939\u095b\u093e\u0930', 'INR', '200000'], ['12,50', 'JPY', null], ['1e3', 'INR', null], ['-5', 'INR', null], ['12x', 'INR', null], ['1.5', 'JPY', null]])
    same(`parsed ${text}`, amounts.parsed(text, currency), minor);
  same('divided', amounts.divided(10000n, [1n, 1n, 1n]), ['3334', '3333', '3333']);
  same('divided by weights', amounts.divided(100n, [1n, 3n, 3n]), ['14', '43', '43']);
  same('percent', [money.percent('9600', '12000'), money.percent('12001', '12000'), money.percent('1', '0'), money.percent('0', '0')], [80, 101, 9999, 0]);
  same('an empty amount', ['INR', 'JPY', 'KWD'].map(money.nothing), ['0.00', '0', '0.000']);
  same('even percentages', split.evenPercentages(['a', 'b', 'c']), {a: '33.34', b: '33.33', c: '33.33'});
  same('basis points', [split.basisPoints('33.34'), split.basisPoints('100 %'), split.basisPoints('1.234'), split.basisPoints('x')], [3334, 10000, null, null]);
  const {periodOf} = await hearthTest.module('periods');
  for (const [period, start, today, from, to] of [['BUDGET_PERIOD_MONTHLY', '2026-01-31', '2026-03-01', '2026-02-28', '2026-03-30'], ['BUDGET_PERIOD_MONTHLY', '2026-01-31', '2026-03-31', '2026-03-31', '2026-04-29'],
    ['BUDGET_PERIOD_WEEKLY', '2026-11-02', '2026-11-28', '2026-11-23', '2026-11-29'], ['BUDGET_PERIOD_BIWEEKLY', '2026-11-02', '2026-11-28', '2026-11-16', '2026-11-29'], ['BUDGET_PERIOD_YEARLY', '2024-02-29', '2026-02-28', '2026-02-28', '2027-02-27']])
    same(`${period} ${today}`, periodOf(period, start, today), {from, to});
  const {nextDates} = await hearthTest.module('periods');
  const series = (unit, interval, firstDate, more) => ({unit: `RECURRENCE_UNIT_${unit}`, interval, firstDate, ...more});
  for (const [recurrence, after, skipped, dates] of [[series('MONTH', 1, '2026-01-31'), '2026-01-31', [], ['2026-02-28', '2026-03-31', '2026-04-30']], [series('WEEK', 2, '2026-11-28'), '', ['2026-12-12'], ['2026-11-28', '2026-12-26', '2027-01-09']],
    [series('YEAR', 1, '2024-02-29'), '2024-12-31', [], ['2025-02-28', '2026-02-28', '2027-02-28']], [series('DAY', 0, '2026-11-28', {lastDate: '2026-11-29'}), '', [], ['2026-11-28', '2026-11-29']], [series('MONTH', 3, '2026-01-15', {count: 2}), '2026-01-15', [], ['2026-04-15']]])
    same(`dates of ${JSON.stringify(recurrence)}`, nextDates(recurrence, after, 3, skipped), dates);
  const {isFarAhead} = await hearthTest.module('periods');
  for (const [date, isFar] of [['2026-11-28', false], ['2027-02-26', false], ['2027-02-27', true], ['2020-01-01', false], ['', false]]) same(`far ahead ${date}`, isFarAhead(date, '2026-11-28'), isFar);
  const drafts = await hearthTest.module('drafts');
  for (const [minor, currency, leadingDigits, digitCount] of [['120000', 'INR', '12', 4], ['45000', 'INR', '4', 3], ['4500', 'INR', '4', 2], ['500', 'INR', '', 1], ['50', 'INR', '', 1], ['1234567', 'INR', '12', 5], ['1234567', 'JPY', '12', 7], ['12345678', 'KWD', '12', 5]])
    same(`told of ${minor}`, drafts.shortened(BigInt(minor), currency), {leadingDigits, digitCount});
  for (const [draft, begun] of [[{currency: 'INR', leadingDigits: '12', digitCount: 7}, '₹12…'], [{currency: 'USD', leadingDigits: '12', digitCount: 7}, '$1,2…'], [{currency: 'KWD', leadingDigits: '1', digitCount: 2}, 'KWD 1…'], [{currency: 'INR', leadingDigits: 'x', digitCount: 2}, ''], [{currency: 'INR', leadingDigits: '1', digitCount: 999999}, '']])
    same(`begun ${JSON.stringify(draft)}`, drafts.begun(draft), begun);
  const text = await hearthTest.module('text');
  same('clean', text.clean('a\u202eb\u200bc\u2066d\ufeff'), 'abcd');
  same('lines of a note', text.cleanLines('a\r\n\u2028b\n\u202ec\n'), 'a\nb\nc\n');
  same('no lines', text.cleanLines(undefined), '');
  same('joiners stay', text.clean('क्‍ष 👩‍👧'), 'क्‍ष 👩‍👧');
  same('names', [text.cleanName('\u200b\u2060'), text.cleanName(' Asha '), text.cleanName(undefined)], ['?', 'Asha', '?']);
  same('initials', [text.initials('asha sharma'), text.initials('मीरा'), text.initials('👩‍👧 x')], ['AS', 'मी', '👩‍👧X']);
  const ids = await hearthTest.module('ids');
  same('an id', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(ids.newID()), true);
  for (const [typed, code] of [['https://x/join#7gxk-2mq4-t9zb-0hwc', '7GXK-2MQ4-T9ZB-0HWC'], ['7GXK2MQ4 T9ZBohwc', '7GXK-2MQ4-T9ZB-0HWC'], ['https://x/#/link/7GXK-2MQ4-T9ZB-0HWC', '7GXK-2MQ4-T9ZB-0HWC'], ['7GXK', ''], ['', '']]) same(`code in ${typed}`, ids.codeIn(typed), code);
  const {ownSHA256} = await hearthTest.module('sha256');
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    same(`hash of ${length} bytes`, [...ownSHA256(bytes)], [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]);
  }
  const {cellsOf} = await hearthTest.module('qr');
  same('sizes of codes', ['a', 'x'.repeat(30), 'y'.repeat(80), 'z'.repeat(205), 'w'.repeat(300)].map((one) => cellsOf(one)?.length ?? null), [21, 29, 37, 57, null]);
  const {app} = await hearthTest.module('app');
  const {newDraft} = await hearthTest.module('entry-draft');
  const member = (memberId, role, more) => ({memberId, role: `ROLE_${role}`, status: 'MEMBER_STATUS_ACTIVE', ...more});
  const before = app.group;
  app.group = {memberId: 'owner', shared: {currency: 'INR', members: [member('owner', 'OWNER'), member('adult', 'ADULT'), member('viewer', 'VIEWER'), member('out', 'ADULT', {sharesByDefault: false}),
    member('in', 'MINOR', {sharesByDefault: true}), member('left', 'ADULT', {status: 'MEMBER_STATUS_LEFT'}), member('grown', 'ADULT', {proposedRole: 'ROLE_MINOR', proposedEffectiveAtMs: '1000'}),
    member('grows', 'ADULT', {proposedRole: 'ROLE_MINOR', proposedEffectiveAtMs: '9000000000000'}), member('asked', 'ADULT', {proposedRole: 'ROLE_MINOR'})]}};
  const {chosen} = newDraft().split;
  app.group = before;
  same('who shares a new entry', [...chosen], ['owner', 'adult', 'in', 'grows', 'asked']);
  const bills = await hearthTest.module('bill');
  const item = (name, amount, ...sharers) => ({name, amount, sharers: new Set(sharers)});
  const order = ['a', 'r', 'm'];
  const reckoned = (items, more) => { const found = bills.reckoned({items, tax: '', tip: '', discount: '', ...more}, order, 'INR'); return found && [found.total, [...found.owed].map(([id, minor]) => `${id} ${minor}`).join(' ')]; };
  // The same figures as the console's.
  for (const [items, more, wanted] of [[[item('Paneer', '320', 'a', 'r'), item('Beer', '125+125', 'r')], {tax: '10%', tip: '50'}, ['67700', 'a 19004 r 48696']], [[item('Paneer', '320', 'a', 'r'), item('Beer', '250', 'r')], {tax: '57', discount: '50'}, ['57700', 'a 16196 r 41504']],
    [[item('x', '1', 'a', 'r', 'm'), item('y', '1', 'a', 'r', 'm')], {}, ['200', 'a 67 r 67 m 66']], [[item('x', '0.01', 'r', 'a')], {tax: '0'}, ['1', 'a 1']], [[item('x', '1')], {}, null], [[item('', '1', 'a')], {}, null], [[item('x', '', 'a')], {}, null], [[item('x', '1', 'a')], {discount: '1'}, null],
    [[item('x', '1', 'a')], {discount: '2'}, null], [[item('x', '1', 'a')], {tax: 'much'}, null], [[item('x', '1', 'a')], {tip: '101%'}, null]]) same(`bill ${items.map((one) => one.name)} ${JSON.stringify(more)}`, reckoned(items, more), wanted);
  const bill = {items: [item(' Paneer ', '320', 'a', 'r'), item('Beer', '250', 'r')], tax: '57', tip: '', discount: '50'};
  const noted = (own) => bills.noteOf(own, bill, bills.reckoned(bill, order, 'INR'), order, (id) => ({a: 'Asha', r: 'Ravi'})[id], 'INR');
  same('a note with a bill', noted('at last'), 'at last; Paneer 320.00 @Asha @Ravi; Beer 250.00 @Ravi; tax 57.00; discount -50.00');
  same('lines before a bill stay', [bills.withoutBill('for two\nand Meera; Tea 5.00 @Asha'), bills.withoutBill('for two; later\nTea 5.00 @Asha')], ['for two\nand Meera', 'for two; later\nTea 5.00 @Asha']);
  same('a newer bill takes its place', [noted(noted('at last')) === noted('at last'), bills.withoutBill('see you @ six; tax'), bills.namesOf(bill)], [true, 'see you @ six; tax', 'Paneer, Beer']);
  same('a bill has an end', [bills.takesMore({items: Array(99)}), bills.takesMore({items: Array(100)})], [true, false]);
  const {foldShared} = await hearthTest.module('fold');
  const shared = {members: ['a', 'r', 'm', 'k'].map((memberId) => ({memberId}))};
  // PT-01: joining, moving, leaving, and who the party is called after.
  for (const [memberId, withMemberId, wanted] of [['r', 'a', 'aa--'], ['m', 'r', 'aaa-'], ['a', '', '-rr-'], ['k', 'a', 'arra'], ['m', 'k', 'a-aa'], ['m', 'm', 'a--a'], ['k', '', '----']]) {
    foldShared(shared, {partySet: {memberId, ...(withMemberId ? {withMemberId} : {})}}, 1);
    same(`party of ${memberId} with ${withMemberId}`, shared.members.map((one) => one.partyId ?? '-').join(''), wanted);
  }
  foldShared(shared, {partySet: {memberId: 'r', withMemberId: 'a'}}, 1);
  foldShared(shared, {memberClaimed: {memberId: 'm', replacedMemberId: 'r'}, atMs: '1'}, 2);
  same('who goes on as another goes on in their party', shared.members.map((one) => one.partyId ?? '-').join(''), 'a-a-');
  return failures;
})()"""


async def units(browser, server):
    """Each module by its table."""
    page = await browser.person()
    await page.goto(server.url + "/")
    await page.sees("Money you share")
    failures = await page.run(TABLE)
    assert not failures, "\n".join(failures)


async def patient(browser, server):
    """No test of the page sleeps: each waits for what it can see. What looks again and again stands in one place."""
    folder = Path(__file__).resolve().parent
    found = [f"{file.name}:{number}: {line.strip()}" for file in sorted(folder.glob("*.py")) for number, line in enumerate(file.read_text().splitlines(), 1)
             if re.search(r"sleep\(|wait_for_timeout|setTimeout\(|performance\.now\(\) >", line) and file.name not in ("chromium.py", "units.py")]
    assert not found, found


def keys_of(file, table):
    """The names of a table in one of the page's modules."""
    body = re.search(rf"const {table}\b[^=]*= \{{\n(.*?)\n\}};", (WEB / file).read_text(), re.S).group(1)
    return set(re.findall(r"^  (\w+)[:(]", body, re.M))


async def kinds(browser, server):
    """Each kind of event has a sentence on the page, or stands in the list of those that have none on purpose; and the page folds it, or has nothing to fold."""
    schema = (WEB.parent / "Protocol/hearth/v1/event.proto").read_text()
    body = re.search(r"message Event \{.*?oneof body \{(.*?)\n  \}", schema, re.S).group(1)
    there = {re.sub(r"_(\w)", lambda found: found.group(1).upper(), name) for name in re.findall(r"^ +[\w.]+ (\w+) = \d+;", body, re.M)}
    assert len(there) > 70, there
    told = keys_of("lines.js", "tellers") | keys_of("lines-more.js", "tellers")
    silent = re.search(r"const silent = new Set\(\[(.*?)\]\)", (WEB / "lines-more.js").read_text(), re.S).group(1)
    silent = set(re.findall(r"'(\w+)'", silent))
    lanes = (WEB / "fold-lanes.js").read_text()
    folded = keys_of("fold.js", "acts") | keys_of("fold-lanes.js", "minorActs") | keys_of("fold-lanes.js", "accountActs") | set(re.findall(r"\bevent\.(\w+)", lanes))
    wrong = {"without a sentence": there - told - silent, "told and silent": told & silent, "a sentence, and no such event": (told | silent) - there,
             "not folded": there - folded - NOT_FOLDED, "folded all the same": NOT_FOLDED & folded, "not folded, and no such event": NOT_FOLDED - there}
    assert not any(wrong.values()), {name: sorted(some) for name, some in wrong.items() if some}


async def multipliers(browser, server):
    """The words after an amount mean the same on the page as in the console."""
    page = re.search(r"const steps = \{(.*?)\};", (WEB / "amounts.js").read_text(), re.S).group(1)
    console = re.search(r"let multipliers: .*?= \[(.*?)\n    \]", (WEB.parent / "Sources/Ledger/Money/Money+Parsing.swift").read_text(), re.S).group(1)
    words = lambda pattern, text: {unicodedata.normalize("NFC", word): int(power) for word, power in re.findall(pattern, text)}
    there, here = words(r'\("([^"]+)", (\d)\)', console), words(r"([^\s:,]+): (\d)", page)
    assert len(there) > 15 and here == there, {"console": sorted(set(there.items()) - set(here.items())), "page": sorted(set(here.items()) - set(there.items()))}


async def remedies(browser, server):
    """A remedy of the server's that names a field stands on the page in words of its own; in Hindi every code has some."""
    rows = json.loads((WEB.parent / "Protocol/errors.json").read_text())["rejections"]
    asked = {row["code"] for row in rows if re.search(r"`|_", row["remedy"])}
    own = dict(re.findall(r"^  (\w+): '([^']+)',$", (WEB / "remedies.js").read_text(), re.M))
    assert len(asked) > 5 and set(own) == asked, {"missing": sorted(asked - set(own)), "not needed": sorted(set(own) - asked)}
    assert not any("_" in text or "`" in text for text in own.values()), own
    hindi = (WEB / "hi-refusals.js").read_text()
    assert not (silent := [row["code"] for row in rows if f"\n  {row['code']}: [" not in hindi]), silent


# Each code is the answer to a command that is kept; the codes after which it still waits, and is not shown as refused.
AGAIN = """hearthTest.module('sender').then(async ({Sender}) => {
  const again = [];
  for (const code of %s) {
    const kept = new Map();
    const sender = new Sender({items: [], ask: async () => ({rejected: {code, retryAfterMs: 1e6}}), isLive: () => true, mayGo: () => true, now: () => 1,
      keep: async (item) => kept.set(item.id, {...item}), forget: async (item) => kept.delete(item.id), changed: () => {}, tellLate: () => {}, atOnce: 8});
    sender.place.items = [{id: 'i', command: {id: 'i'}, at: 1, keeps: true, sent: false}];
    await sender.send(sender.place.items[0]);
    if (!kept.has('i')) throw new Error(`${code}: what was kept is gone`);
    if (!kept.get('i').refused && sender.place.items[0].notBefore > Date.now()) again.push(code);
  }
  return again.sort();
})"""


async def tried_again(browser, server):
    """After which refusals the page keeps a command and sends it again: those that the table of refusals does not call final (CM-05)."""
    rejections = json.loads((WEB.parent / "Protocol/errors.json").read_text())["rejections"]
    page = await browser.person()
    await page.goto(server.url + "/")
    await page.sees("Money you share")
    again = await page.run(AGAIN % json.dumps([one["code"] for one in rejections]))
    wanted = sorted(one["code"] for one in rejections if not one["final"])
    assert again == wanted and "overloaded" in again and "not_found" not in again, (again, wanted)


async def types(browser, server):
    """The types that the modules name in their comments hold, by TypeScript; a module that breaks one is found."""
    tsc = shutil.which("tsc")
    if not tsc:
        assert not os.environ.get("HEARTH_SKIP_NOTHING"), "There is no tsc. On Debian: apt-get install node-typescript"
        return "skipped: there is no tsc; on Debian: apt-get install node-typescript"
    settings = Path(__file__).resolve().parent / "tsconfig.json"
    with tempfile.TemporaryDirectory(prefix="hearth-page-types-") as folder:
        planted = Path(folder) / "planted.js"
        planted.write_text(f"import {{ formatted }} from '{WEB}/money.js';\nexport const text = formatted('1', 2);\n")
        (Path(folder) / "tsconfig.json").write_text(json.dumps({"extends": str(settings), "include": [f"{WEB}/*.js", "planted.js"], "exclude": [f"{WEB}/service-worker.js"]}))
        process = await asyncio.create_subprocess_exec(tsc, "--pretty", "false", "-p", folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        out, _ = await asyncio.wait_for(process.communicate(), 120)
    found = out.decode().splitlines()
    assert len(found) == 1 and "planted.js(2," in found[0] and "TS2345" in found[0], "\n".join(found) or "nothing was found, not even what was planted"


# Kinds of events that change nothing of what the page keeps. A group's first event is always within the snapshot.
NOT_FOLDED = {"groupCreated", "memberEmailSet", "incomeSet", "rateSet", "childAlertFired", "allowanceSkipped", "coachingMuted", "categoryShared", "categoryTotalSet", "entryCommented", "commentRemoved", "webhookAdded", "webhookSecretRotated", "webhookTested",
              "webhookPaused", "webhookResumed", "webhookRemoved"}

ALL = [units, patient, kinds, multipliers, remedies, tried_again, types]
