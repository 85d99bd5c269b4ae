// The sheet in which an expense or income is added or changed.

import { app, changed, closeSheet, isOpen, now, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import * as drafts from './drafts.js';
import { Effects } from './effects.js';
import { body, draftOf, editing, members, newDraft } from './entry-draft.js';
import { categories, further, payers, splitting } from './entry-fields.js';
import { refusal, t, tx } from './i18n.js';
import { newID } from './ids.js';
import { formatted, nothing, symbol } from './money.js';
import { parsed, usualCurrencies } from './amounts.js';
import { figure, person, tabs } from './parts.js';
import { problemLine, field, sheet, show } from './sheets.js';
import * as receipts from './receipts.js';
import { resolved } from './split.js';
import { categoryName, entryTitle } from './words.js';

const state = { key: '', draft: /** @type {any} */ (null) };
const effects = new Effects(changed);

/** The sheet. @param {string} kind 'add' or 'edit' @param {string} id of the entry that is changed @returns {any} */
export function sheetFor(kind, id) {
  const key = `${kind} ${id} ${app.group.groupId}`;
  if (state.key !== key || !state.draft) {
    Object.assign(state, { key, draft: kind === 'edit' ? draftOf(app.group.shared.entries.get(id)) : newDraft() });
  }
  if (!state.draft) return null;
  return sheet(kind === 'edit' ? t('Change entry') : t('Add'), form(state.draft), { key, onclose: leave });
}

function leave() {
  state.draft = null;
  state.key = '';
  effects.clear();
  drafts.end();
  closeSheet();
}

function update(changes) {
  Object.assign(state.draft, { problem: '', isRepeated: false, twin: null }, changes);
  if (!state.draft.entry && !changes.isBusy) drafts.tell(state.draft, parsed(state.draft.amount, state.draft.currency));
  changed();
}

function form(draft) {
  const minor = parsed(draft.amount, draft.currency);
  const split = resolved(draft.split, members(draft), minor ?? 0n, draft.currency);
  effects.look(minor && split.isWhole ? body(draft, minor, split) : null, draft.entry);
  const isIncome = draft.kind === 'ENTRY_KIND_INCOME';
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        send(draft, true);
      },
      novalidate: true,
    },
    draft.entry ? null : tabs(t('Kind'), [['ENTRY_KIND_EXPENSE', t('Expense')], ['ENTRY_KIND_INCOME', t('Income')]], draft.kind, (kind) =>
      update({ kind, category: '', split: { ...draft.split, way: kind === 'ENTRY_KIND_INCOME' ? 'kept' : 'equal', figures: {} } })),
    h(
      'div',
      { class: 'amount-field' },
      h('label', { class: 'unseen', for: 'amount' }, t('Amount')),
      h('span', { class: 'currency-sign', 'aria-hidden': 'true' }, symbol(draft.currency).trim()),
      h('input', {
        id: 'amount',
        inputmode: 'decimal',
        autocomplete: 'off',
        placeholder: nothing(draft.currency),
        value: draft.amount,
        maxlength: 60,
        'aria-invalid': String(draft.amount !== '' && minor === null),
        enterkeyhint: 'next',
        'data-focus': !draft.entry,
        oninput: (event) => update({ amount: event.target.value }),
      }),
      h('select', {
        'aria-label': t('Currency'),
        class: 'currency',
        value: draft.currency,
        onchange: (event) => update({ currency: event.target.value }),
      }, [...new Set([draft.currency, app.group.shared.currency, ...usualCurrencies])].map((code) => h('option', { value: code }, code))),
    ),
    /\+|[a-zA-Z]/.test(draft.amount) && minor ? h('p', { class: 'hint' }, '= ', formatted(minor, draft.currency)) : null,
    field(
      isIncome ? t('From what') : t('What for'),
      h('input', {
        value: draft.description,
        placeholder: draft.category ? categoryName(draft.category) : '',
        maxlength: 200,
        autocomplete: 'off',
        autocapitalize: 'sentences',
        oninput: (event) => update({ description: event.target.value }),
      }),
    ),
    categories(draft, update),
    payers(draft, update, minor),
    splitting(draft, update, split, minor, effects.owed),
    further(draft, update),
    whatFollows(),
    problemLine(draft.problem),
    draft.isRepeated ? repeated(draft) : null,
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        { class: 'main', type: 'submit', disabled: draft.isBusy },
        draft.entry ? t('Save') : t('Add'),
        minor && !draft.entry ? ` ${formatted(minor, draft.currency)}` : '',
      ),
    ),
  );
}

function whatFollows() {
  const lines = effects.lines();
  return lines.length ? h('div', { class: 'note effects', role: 'status' }, lines) : null;
}

function repeated(draft) {
  return h(
    'div',
    { class: 'note stack', role: 'alert', key: 'question', ref: show },
    h('p', null, question(draft)),
    h('button', { type: 'button', class: 'second', onclick: () => send(draft, Boolean(draft.twin), false) }, t('Yes, add it too')),
    h('button', { type: 'button', class: 'quiet', onclick: leave }, t('No, it is the same')),
  );
}

/** What is asked before an entry goes out that somebody else seems to have added, or to be adding. */
function question(draft) {
  const { twin, known } = draft;
  if (twin) {
    return tx('{name} is entering {amount} for the same just now. Is yours another one?', {
      name: person(twin.memberId),
      amount: h('span', { dir: 'ltr' }, drafts.begun(twin.draft)),
    });
  }
  return known
    ? tx('{name} just added {what}, {amount}. Is this another one?', {
      name: person(known.addedBy),
      what: h('bdi', null, entryTitle(known)),
      amount: figure(known.minor, known.currency),
    })
    : t('Almost the same was added just now. Is this another one?');
}

/** How far back an entry of somebody else counts as just added, in milliseconds (SPEC EN-07). */
const justNow = 600000;

/** The entry that the server means by a possible duplicate, as far as it can be told; it need not be there yet. */
function alike(draft) {
  const minor = parsed(draft.amount, draft.currency) ?? 0n;
  return [...app.group.shared.entries.values()].reverse().find((one) => {
    const difference = BigInt(one.minor) - minor;
    return one.addedBy !== app.group.memberId && one.kind === draft.kind && one.currency === draft.currency &&
      one.category === draft.category &&
      now() - one.addedAtMs < justNow && (difference < 0n ? -difference : difference) * 100n <= minor;
  });
}

async function send(draft, guards, asksTwins = guards) {
  if (draft.isBusy) return;
  const minor = parsed(draft.amount, draft.currency);
  if (minor === null) return update({ problem: t('Write an amount, as in 450.50 or 320+130.') });
  const split = resolved(draft.split, members(draft), minor, draft.currency);
  const content = body(draft, minor, split);
  if (!content.description) return update({ problem: t('Say what it is, or choose a category.') });
  if (!split.isWhole) return update({ problem: t('The shares do not add up to the amount.') });
  if (content.paid.reduce((sum, share) => sum + BigInt(share.minor), 0n) !== minor) {
    return update({ problem: t('What was paid does not add up to the amount.') });
  }
  const command = draft.entry
    ? editing(draft, content)
    : { addEntry: { entryId: newID(), content, ...(guards ? { guardDuplicates: true } : {}) } };
  if (!command) return leave();
  const twin = asksTwins && !draft.entry ? drafts.twin(content) : null;
  if (twin) return update({ isRepeated: true, twin });
  const { route } = app;
  update({ isBusy: true });
  await receipts.send(draft.receipts);
  const result = await client.command(command, { keeps: true, label: content.description || categoryName(content.category) });
  draft.isBusy = false;
  if (result.rejected) return refused(draft, result.rejected);
  if (isOpen(route)) leave();
  if (result.waiting) say(t('Kept here. It is sent as soon as there is a connection.'));
  else say(draft.entry ? t('Changed.') : t('Added.'), { label: t('Undo'), run: undo });
}

async function undo() {
  const result = await client.command({ undoLast: {} });
  say(result.accepted ? t('Undone.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
}

function refused(draft, rejected) {
  if (state.draft !== draft) return say(refusal(rejected));
  if (rejected.code === 'possible_duplicate') return update({ isRepeated: true, problem: '', known: alike(draft) });
  if (rejected.code !== 'conflict' || !draft.entry) return update({ problem: refusal(rejected) });
  const current = app.group.shared.entries.get(draft.entry.id);
  Object.assign(draft, { base: current.version });
  update({
    problem: t('{what} was changed meanwhile: it is {amount} now. Save again to put yours in its place.', {
      what: entryTitle(current),
      amount: formatted(current.minor, current.currency),
    }),
  });
}
