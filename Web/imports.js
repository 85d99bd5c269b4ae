// A file of a bank or of another app, read into the group or an account: what it would add, and adding it.

import { accounts, writes } from './account-state.js';
import { usualCurrencies } from './amounts.js';
import { app, changed, nameOf, presentMembers, say } from './app.js';
import { bearer } from './client.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dateText, dayText, list, refusal, t, tn, tx } from './i18n.js';
import { newID } from './ids.js';
import { submit } from './outbox.js';
import { amount, figure, person, personOrMe } from './parts.js';
import { addsEntries } from './rights.js';
import { field, problemLine } from './sheets.js';
import * as storage from './storage.js';
import { clean } from './text.js';
import { categoryName } from './words.js';

// Limits: bytes that the server takes, lines that are shown at once, and commands that are under way.
const [bytesMax, shownAtOnce, atOnce] = [1 << 20, 100, 4];

const none = { file: null, plan: null, shown: shownAtOnce, sent: 0, of: 0, refused: 0 };
const state = { ...none, last: null };
let rounds = 0;

// Each answer has the file read again.
const form = new (class extends Form {
  set(changes) {
    super.set(changes);
    if (state.file && !state.of) read();
  }
})();

/** @param {File | undefined} file */
function take(file) {
  if (!file || form.isBusy) return;
  Object.assign(state, none, { file });
  form.values = { accountId: form.values.accountId };
  if (file.size > bytesMax) form.fail(flawText({ code: 'too_long', details: [] }));
  else form.set({});
}

/** Asks what the file would add, page by page. What came of an earlier reading is not shown. */
async function read() {
  const { file } = state;
  const { key } = form;
  const round = ++rounds;
  const said = { columns: [], members: [] };
  for (const [name, value] of Object.entries(form.values)) {
    const [kind, of] = name.split(/:(.*)/s);
    if (value) of ? said[kind].push(`${of}=${value}`) : said[kind] = value;
  }
  form.isBusy = true;
  Object.assign(state, none, { file });
  changed();
  const plan = { lines: [], members: [] };
  try {
    let after = 0;
    do {
      const query = Object.entries({ ...said, after }).map(([name, value]) =>
        `${name}=${encodeURIComponent(Array.isArray(value) ? value.join('\n') : value)}`
      );
      const answer = await fetch(`/v1/groups/${key}/imports/plan?${query.join('&')}`, {
        method: 'POST',
        headers: { Authorization: bearer() },
        body: file,
      });
      const found = await answer.json();
      if (round !== rounds) return;
      if (!answer.ok) throw found;
      if (!after) Object.assign(plan, found, { lines: [] });
      plan.lines.push(...(found.lines ?? []));
      after = found.next ?? 0;
    } while (after);
    state.plan = plan;
  } catch (error) {
    form.problem = error?.code ? refusal(error) : t('There is no connection. Try again.');
  }
  form.isBusy = false;
  changed();
}

const outcome = (line) => line.outcome?.replace('PLANNED_OUTCOME_', '');

/** Sends commands and tells how far it is; without a connection they wait on this device. */
async function send(commands, done = null) {
  const { key } = form;
  const left = [...commands];
  Object.assign(form, { isBusy: true, problem: '' });
  Object.assign(state, { sent: 0, refused: 0, of: left.length });
  changed();
  let waits = false;
  const sender = async () => {
    for (let command = left.shift(); command; command = left.shift()) {
      // What is sent again has the same content.
      /** @type {any} */
      const options = { id: command.id, groupId: key, keeps: true, label: t('Import a file') };
      const result = app.outbox.some((one) => one.id === command.id)
        ? { waiting: true }
        : await submit({ ...command, saidAtMs: undefined }, options);
      waits ||= result.waiting;
      if (result.rejected) {
        state.refused++;
        form.problem = refusal(result.rejected);
      }
      state.sent++;
      changed();
    }
  };
  await Promise.all(Array.from({ length: done ? atOnce : 1 }, sender));
  form.isBusy = false;
  if (done) say(waits ? t('Kept here. It is sent as soon as there is a connection.') : done(state.of - state.refused));
}

/** Adds what is new, and before it the members whom it needs. */
async function commit() {
  const { file, plan } = state;
  const commands = plan.lines.filter((line) => outcome(line) === 'NEW').map((line) => line.command);
  // Kept first, so that what broke off can be taken back, too.
  const entries = commands.map((one) => (one.addEntry ?? one.setAccountEntry).entryId);
  await keepLast({ file: file.name, accountId: form.values.accountId, entries });
  if (plan.members.length) await send(plan.members);
  await send(commands, (n) => t('Added: {n}', { n }));
  Object.assign(state, none);
  changed();
}

async function keepLast(last, key = form.key) {
  if (key === form.key) state.last = last;
  await storage.keep('values', `import ${key}`, last);
}

/** Voids all that the last import added and that still stands. */
async function takeBack() {
  const { accountId, entries } = state.last;
  const { key } = form;
  const standing = accountId
    ? (accounts().find((one) => one.id === accountId)?.entries ?? []).filter((one) => !one.voided).map((one) => one.entryId)
    : [...app.group.shared.entries.values()].filter((one) => !one.isVoided).map((one) => one.id);
  const left = entries.filter((id) => standing.includes(id));
  const wishes = left.map((entryId) => (accountId ? { voidAccountEntry: { accountId, entryId } } : { voidEntry: { entryId } }));
  await send(wishes.map((wish) => ({ id: newID(), ...wish })), (n) => t('Taken back: {n}', { n }));
  Object.assign(state, none);
  await keepLast(null, key);
  changed();
}

/** The view. @returns {any} */
export function view() {
  const { groupId } = app.group;
  if (form.key !== groupId) {
    form.open(groupId, () => ({}));
    Object.assign(state, none, { last: null });
    rounds++;
    storage.read('values', `import ${groupId}`).then((last) => {
      if (form.key === groupId) state.last = last;
      changed();
    });
  }
  const { of, sent, plan, last } = state;
  const targets = accounts().filter(writes);
  if (!addsEntries() && !targets.length) return [h('h1', null, t('Import a file')), h('p', null, t('Sees everything, changes nothing.'))];
  return [
    h('h1', null, t('Import a file')),
    h(
      'div',
      {
        class: 'card stack',
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        },
      },
      targets.length && !of ? form.choice(t('Into'), 'accountId', [['', t('The group')], ...targets.map((one) => [one.id, clean(one.content.name)])]) : null,
      field(
        t('File'),
        h('input', {
          type: 'file',
          id: 'import-file',
          onchange: ({ target }) => {
            take(target.files[0]);
            // The same file may be chosen again.
            target.value = '';
          },
        }),
        [t('From your bank or another app'), '. ', t('Choose it or drop it here; nothing is added yet.')],
      ),
      state.file ? h('bdi', { class: 'strong' }, clean(state.file.name)) : null,
      form.isBusy
        ? h('p', { role: 'status' }, of ? [t('{n} of {all} sent', { n: sent, all: of }), h('progress', { max: of, value: sent, 'aria-label': t('File') })] : t('One moment …'))
        : null,
      problemLine(form.problem),
    ),
    plan && !form.isBusy ? planned(plan) : null,
    last && !state.file && !form.isBusy
      ? h(
        'div',
        { class: 'card stack' },
        h('p', null, tx('Last file: {file}', { file: h('bdi', null, clean(last.file)) })),
        h('button', { type: 'button', class: 'danger', onclick: takeBack }, t('Take its entries back ({n})', { n: last.entries.length })),
      )
      : null,
  ];
}

function planned(plan) {
  const count = (name) => plan.counts?.find((one) => one.outcome === `PLANNED_OUTCOME_${name}`)?.lines ?? 0;
  const news = count('NEW');
  const summary = [
    [t('new'), news],
    [t('there already'), count('KNOWN')],
    [t('there with other figures'), count('DIFFERS')],
    [t('like one typed by hand'), count('SIMILAR')],
    [t('left out, with problems'), count('PROBLEM')],
  ].filter(([, number], place) => number || !place).map(([word, number]) => `${number} ${word}`).join(', ');
  return h(
    'div',
    { class: 'card stack' },
    plan.flaw ? problemLine(flawText(plan.flaw)) : h('p', { role: 'status', class: 'strong' }, summary),
    questions(plan, count),
    (plan.sums ?? []).map((sum) => h('p', { class: 'soft' }, sums(sum, plan))),
    news ? h('button', { type: 'button', class: 'main wide', onclick: commit }, tn(news, 'Add one entry', 'Add {n} entries')) : null,
    plan.lines.length ? table(plan.lines) : null,
  );
}

function sums(sum, plan) {
  const parts = [['spentMinor', t('Spent')], ['receivedMinor', t('Income')], ['transferredMinor', t('Payment')]]
    .filter(([name]) => sum[name] && sum[name] !== '0').map(([name, word]) => `${word} ${figure(sum[name], sum.currency)}`);
  const balances = (plan.balances ?? []).filter((one) => one.currency === sum.currency)
    .map((one) => [person(one.memberId), ' ', amount(one.afterMinor, one.currency)]);
  return [parts.join(', '), balances.length ? [' · ', t('balances then:'), ' ', list(balances)] : null];
}

/** What only the reader of the file knows: asked for where a line or the file needs it. */
function questions(plan, count) {
  const flaws = [plan.flaw, ...plan.lines.map((line) => line.flaw)].filter(Boolean);
  const wanted = new Set(flaws.map((flaw) => asked(flaw.code)));
  // Where nothing is known of the columns they have numbers.
  const titles = plan.flaw?.code.startsWith('column_') ? plan.flaw.details.slice(1) : [...'123456789'];
  const one = (name, label, options, isWanted = wanted.has(name) || form.values[name]) =>
    isWanted ? form.choice(label, name, [['', '–'], ...options]) : null;
  // What stands in a column without a title may be an amount.
  const shownAs = (title) => clean(app.settings.isHiding ? title.replace(/ \(.*/, '') : title);
  const column = (name, label) => one(`columns:${name}`, label, titles.map((title) => [title, shownAs(title)]), wanted.has('columns'));
  const strangers = [...new Set(flaws.filter((flaw) => asked(flaw.code) === 'members').map((flaw) => flaw.details[0]))];
  return [
    column('date', t('Day')),
    column('description', t('Text')),
    column('amount', t('Amount')),
    one('signs', t('What went out'), [['minus', t('amounts below 0')], ['plus', t('amounts above 0')]]),
    one('dates', t('Order of days'), [['dmy', '31.12.'], ['mdy', '12/31'], ['ymd', '2026-12-31']]),
    one('currency', t('Currency'), usualCurrencies.map((code) => [code, code])),
    one('decimals', t('Decimals'), [['point', '1.5'], ['comma', '1,5']]),
    strangers.map((name) =>
      one(`members:${name}`, t('Who is {name}?', { name: clean(name) }), presentMembers().map((found) => [found.memberId, nameOf(found.memberId)]), true)
    ),
    strangers.length || form.values.addMembers ? form.check(t('Note the others down as members'), 'addMembers') : null,
    count('SIMILAR') || form.values.addSimilar ? form.check(t('Add what is like one typed by hand, too'), 'addSimilar') : null,
  ];
}

function table(lines) {
  // What is wrong stands first; what is no entry nobody has to read.
  const sorted = lines.filter((line) => known(line.flaw?.code) !== 'no_entry')
    .sort((a, b) => Number(outcome(b) === 'PROBLEM') - Number(outcome(a) === 'PROBLEM'));
  return [
    h(
      'table',
      null,
      h('caption', { class: 'unseen' }, t('File')),
      h('thead', null, h('tr', null, [t('Line'), t('Entry'), t('Amount')].map((title, at) => h('th', { scope: 'col', class: at === 2 && 'amount' }, title)))),
      h('tbody', null, sorted.slice(0, state.shown).map(row)),
    ),
    sorted.length > state.shown
      ? h('button', {
        type: 'button',
        class: 'second',
        onclick: () => {
          state.shown += shownAtOnce;
          changed();
        },
      }, t('More'))
      : null,
  ];
}

function row(line) {
  const set = line.command?.addEntry?.content ?? line.command?.setAccountEntry?.content;
  const { date, amount: sum, text = set?.description } = set ?? line.figures ?? {};
  return h(
    'tr',
    { key: String(line.number) },
    h('th', { scope: 'row' }, line.number),
    h('td', null, h('bdi', { class: 'strong' }, clean(text)), h('div', { class: 'soft' }, date ? `${dayText(date)} · ` : '', told(line, set))),
    h('td', { class: 'amount' }, sum ? amount(sum.minor, sum.currency) : ''),
  );
}

function told(line, set) {
  const { there } = line;
  switch (outcome(line)) {
    case 'NEW':
      return meaning(set);
    case 'KNOWN':
      return t('there already');
    case 'DIFFERS':
      return t('there it is {amount}, {day}', { amount: figure(there.amount.minor, there.amount.currency), day: dateText(there.date) });
    case 'SIMILAR':
      return tx('like {text}, {day}', { text: h('bdi', null, clean(there.text)), day: dateText(there.date) });
    default:
      return flawText(line.flaw);
  }
}

function meaning(set) {
  const kind = { ENTRY_KIND_INCOME: t('Income'), ENTRY_KIND_TRANSFER: t('Payment'), ACCOUNT_ENTRY_KIND_DEPOSIT: t('Income') }[set.kind] ?? t('Expense');
  const paid = (set.paid ?? []).map((share) => personOrMe(share.memberId));
  const exact = set.split?.exact?.shares?.map((share) => share.memberId);
  const sharing = exact ?? set.split?.equal?.memberIds ?? [];
  return [
    kind,
    set.category ? ` · ${categoryName(set.category)}` : '',
    paid.length ? [' · ', tx('paid by {names}', { names: list(paid) })] : set.split && sharing.length ? ` · ${t('you paid')}` : '',
    sharing.length ? [' · ', exact ? '' : `${t('Equally')}: `, list(sharing.map(personOrMe))] : '',
  ];
}

// Codes that are said as the first of their line is.
const alike = {};
for (
  const line of [
    'no_table column_missing column_unknown',
    'too_long file_too_large too_many_lines takes_too_long',
    'direction_unsaid direction_unclear below_zero',
    'no_amount multiplier too_many_decimals amount_too_large',
    'no_currency currency_unknown currency_differs other_currency',
    'broken_line stray_quote open_quote too_wide too_narrow',
    'shares_differ share_unclear no_name_and_amount parts_differ',
    'balance_differs total_differs',
    'no_entry balance_line sum_line remark no_movement no_money nobody_owes not_completed',
  ]
) {
  const [code, ...others] = line.split(' ');
  for (const other of others) alike[other] = code;
}

// Their text may be an amount, which may be hidden.
const figures = ['no_amount', 'amount_unclear', 'no_currency', 'directions_differ'];
const answers = {
  no_table: 'columns',
  direction_unsaid: 'signs',
  no_day: 'dates',
  day_unclear: 'dates',
  amount_unclear: 'decimals',
  no_currency: 'currency',
  member_unknown: 'members',
  member_ambiguous: 'members',
};

const known = (code) => alike[code] ?? code;
const asked = (code) => answers[known(code)];

/** What is wrong with a file or a line (SPEC CV-13). @param {any} flaw @returns {string} */
function flawText(flaw) {
  const code = known(flaw.code);
  if (flaw.refusal) return refusal({ ...flaw, code: flaw.refusal });
  const { details = [] } = flaw;
  const money = (minor) => (/^-?\d+$/.test(minor ?? '') && details[2] ? figure(minor, details[2]) : minor ?? '');
  const a = code === 'balance_differs' ? money(details[0]) : figures.includes(code) && app.settings.isHiding ? '•••' : clean(details[0]);
  return t(
    {
      file_empty: 'The file is empty.',
      too_long: 'The file is too long. Divide it.',
      not_a_table: 'Ask the bank for CSV, OFX, QIF, CAMT or MT940; save a workbook as CSV.',
      no_table: 'Say which columns have the day, the text and the amount.',
      no_day: '“{a}” is no day.',
      day_unclear: '“{a}” could be two days.',
      no_amount: '“{a}” is no amount that fits here.',
      amount_missing: 'The amount is missing.',
      amount_unclear: '“{a}” could be two amounts.',
      direction_unsaid: 'Nothing says whether it came in or went out.',
      directions_differ: 'The mark at “{a}” says the opposite of its column.',
      no_currency: '“{a}” is no currency that fits here.',
      broken_line: 'The line is not whole.',
      shares_differ: 'What people paid and owe does not add up.',
      member_unknown: 'Nobody here is called “{a}”.',
      member_ambiguous: 'Several members are called “{a}”.',
      no_entry: 'no entry',
      balance_differs: 'Lines may be missing: the file says {a}, and the lines come to {b}.',
    }[code] ?? 'This is damaged, or of a kind that is not read.',
    { a, b: money(details[1]) },
  );
}
