// A file of a bank or of another app, read into the group or an account: what it would add, and adding it.

import { account, accounts, balance, writes } from './account-state.js';
import { usualCurrencies } from './amounts.js';
import { app, changed, go, nameOf, presentMembers, say } from './app.js';
import { bearer } from './client.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dateText, dayText, list, refusal, t, tn, tx } from './i18n.js';
import { newID } from './ids.js';
import { asked, flawText, known } from './import-flaws.js';
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
const state = { ...none, last: null, titles: [], stayed: [] };
const encodings = 'utf-8 utf-16 windows-1250 windows-1251 windows-1252 iso-8859-1 iso-8859-2 iso-8859-15'.split(' ');
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
  Object.assign(state, none, { file, titles: [], stayed: [] });
  form.values = { accountId: form.values.accountId };
  if (file.size > bytesMax) form.fail(flawText({ code: 'too_long', details: [] }));
  else form.set({});
}

/** Asks what the file would add, page by page. What came of an earlier reading is not shown. */
async function read() {
  const { file } = state;
  const { key } = form;
  const round = ++rounds;
  const said = { columns: [], members: [], addLines: [] };
  for (const [name, value] of Object.entries(form.values)) {
    const [kind, of] = name.split(/:(.*)/s);
    if (value) of ? said[kind].push(kind === 'addLines' ? of : `${of}=${value}`) : said[kind] = value;
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
      if (found.flaw?.code === 'choice_unknown' && found.flaw.details[0] === 'addLines') {
        // Read otherwise, the file has other lines.
        for (const name of Object.keys(form.values)) if (name.startsWith('addLines:')) delete form.values[name];
        return void read();
      }
      if (found.flaw?.code.startsWith('column_')) state.titles = found.flaw.details.slice(1);
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
  const members = plan.members.map((one) => one.addPlaceholder.memberId);
  await keepLast({ file: file.name, accountId: form.values.accountId, entries, members });
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
  const { accountId, entries, members = [] } = state.last;
  const { key } = form;
  const standing = accountId
    ? (accounts().find((one) => one.id === accountId)?.entries ?? []).filter((one) => !one.voided).map((one) => one.entryId)
    : [...app.group.shared.entries.values()].filter((one) => !one.isVoided).map((one) => one.id);
  const left = entries.filter((id) => standing.includes(id));
  const wishes = left.map((entryId) => (accountId ? { voidAccountEntry: { accountId, entryId } } : { voidEntry: { entryId } }));
  await send(wishes.map((wish) => ({ id: newID(), ...wish })), (n) => t('Taken back: {n}', { n }));
  Object.assign(state, none);
  if (key === form.key) state.stayed = unnamed(members, entries);
  await keepLast(null, key);
  changed();
}

/**
 * Of members whom an import added, those who are there still and whom no entry names beside the import's own.
 * @param {string[]} members @param {string[]} entries @returns {string[]}
 */
function unnamed(members, entries) {
  const others = [...app.group.shared.entries.values()].filter((one) => !one.isVoided && !entries.includes(one.id));
  const named = new Set(others.flatMap((one) => [...one.paid, ...one.owed].map((share) => share.memberId)));
  return presentMembers().filter((one) => one.isPlaceholder && members.includes(one.memberId) && !named.has(one.memberId)).map((one) => one.memberId);
}

/** The view. @returns {any} */
export function view() {
  const { groupId } = app.group;
  if (form.key !== groupId) {
    form.open(groupId, () => ({}));
    Object.assign(state, none, { last: null, titles: [], stayed: [] });
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
    state.stayed.length
      ? h(
        'div',
        { class: 'note stack' },
        h('p', { role: 'status' }, tx('Still in the group, and in no entry: {names}.', { names: list(state.stayed.map(person)) })),
        h('button', { type: 'button', class: 'second', onclick: () => go('members') }, t('Members')),
      )
      : null,
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
    [t('with a balance that differs'), plan.lines.filter(isWarning).length],
  ].filter(([, number], place) => number || !place).map(([word, number]) => `${number} ${word}`).join(', ');
  return h(
    'div',
    { class: 'card stack' },
    plan.flaw ? problemLine(flawText(plan.flaw)) : h('p', { role: 'status', class: 'strong' }, summary),
    questions(plan, count),
    (plan.sums ?? []).map((sum) => h('p', { class: 'soft' }, sums(sum, plan))),
    plan.lines.some((line) => outcome(line) === 'NEW' && line.flaw)
      ? h('p', { class: 'note' }, t('Nothing in the file says which way money went: all lines are taken for expenses.'))
      : null,
    news ? h('button', { type: 'button', class: 'main wide', onclick: commit }, tn(news, 'Add one entry', 'Add {n} entries')) : null,
    plan.lines.length ? table(plan.lines) : null,
  );
}

function sums(sum, plan) {
  const parts = [['spentMinor', t('Spent')], ['receivedMinor', t('Income')], ['transferredMinor', t('Payment')]]
    .filter(([name]) => sum[name] && sum[name] !== '0').map(([name, word]) => `${word} ${figure(sum[name], sum.currency)}`);
  const balances = (plan.balances ?? []).filter((one) => one.currency === sum.currency)
    .map((one) => [person(one.memberId), ' ', amount(one.afterMinor, one.currency)]);
  const into = form.values.accountId && account(form.values.accountId);
  if (into) {
    const after = balance(into) + BigInt(sum.receivedMinor ?? 0) - BigInt(sum.spentMinor ?? 0) - BigInt(sum.transferredMinor ?? 0);
    balances.push([h('bdi', null, clean(into.content.name)), ' ', amount(after, sum.currency)]);
  }
  return [parts.join(', '), balances.length ? [' · ', t('balances then:'), ' ', list(balances)] : null];
}

/** What only the reader of the file knows: asked for where a line or the file needs it. */
function questions(plan, count) {
  const flaws = [plan.flaw, ...plan.lines.map((line) => line.flaw)].filter(Boolean);
  // Choices of columns stay, since the next may be needed once one is said.
  const wanted = new Set([...flaws.map(asked), state.titles.length && 'columns']);
  // Where nothing is known of the columns they have numbers.
  const titles = state.titles.length ? state.titles : [...'123456789'];
  // What stands in a column without a title may be an amount.
  const shownAs = (title) => clean(app.settings.isHiding ? title.replace(/ \(.*/, '') : title);
  const columns = titles.map((title) => [title, shownAs(title)]);
  const column = (name, label, kind = 'columns') => [`columns:${name}`, label, columns, kind];
  const strangers = [...new Set(flaws.filter((flaw) => asked(flaw) === 'members').map((flaw) => flaw.details[0]))];
  /** @type {any[]} name, label, what can be chosen, and what asks for it when it is not the name itself */
  const choices = [
    column('date', t('Day')),
    column('description', t('Text')),
    column('amount', t('Amount')),
    column('out', t('Money that went out')),
    column('in', t('Money that came in')),
    column('mark', t('In or out'), wanted.has('columns') ? 'columns' : 'signs'),
    ['signs', t('What went out'), [['minus', t('amounts below 0')], ['plus', t('amounts above 0')]]],
    ['dates', t('Order of days'), [['dmy', '31.12.'], ['mdy', '12/31'], ['ymd', '2026-12-31']]],
    ['currency', t('Currency'), usualCurrencies.map((code) => [code, code])],
    ['decimals', t('Decimals'), [['point', '1.5'], ['comma', '1,5']]],
    ['encoding', t('Letters'), encodings.map((name) => [name, name])],
  ];
  /** @param {any[]} one */
  const isAsked = ([name, , , kind = name]) => wanted.has(kind) || form.values[name];
  /** @param {any[]} one */
  const shown = ([name, label, options]) => form.choice(label, name, [['', '–'], ...options]);
  return [
    choices.filter(isAsked).map(shown),
    strangers.map((name) =>
      shown([`members:${name}`, t('Who is {name}?', { name: clean(name) }), presentMembers().map((found) => [found.memberId, nameOf(found.memberId)])])
    ),
    strangers.length || form.values.addMembers ? form.check(t('Note the others down as members'), 'addMembers') : null,
    count('SIMILAR') || form.values.addSimilar ? form.check(t('Add what is like one typed by hand, too'), 'addSimilar') : null,
    h('details', null, h('summary', null, t('Read it otherwise')), choices.filter((one) => !isAsked(one)).map(shown)),
  ];
}

/** Whether a balance of the file shows that lines may be missing. */
const isWarning = (line) => outcome(line) === 'NOTHING' && known(line.flaw?.code) === 'balance_differs';
const isWrong = (line) => outcome(line) === 'PROBLEM' || isWarning(line);

function table(lines) {
  // What is wrong stands first; what is no entry nobody has to read.
  const sorted = lines.filter((line) => known(line.flaw?.code) !== 'no_entry')
    .sort((a, b) => Number(isWrong(b)) - Number(isWrong(a)));
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
    h('td', null, h('bdi', { class: 'strong' }, clean(text)), h('div', { class: 'soft' }, date ? `${dayText(date)} · ` : '', told(line, set)), chosen(line)),
    h('td', { class: 'amount' }, sum ? amount(sum.minor, sum.currency) : ''),
  );
}

/** A line that is like an entry that somebody typed is added when it is chosen. */
function chosen(line) {
  const name = `addLines:${line.number}`;
  return outcome(line) === 'SIMILAR' || form.values[name] ? form.check([t('Add it, too'), unseen(line)], name) : null;
}

const unseen = (line) => h('span', { class: 'unseen' }, ` ${t('Line')} ${line.number}`);

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
