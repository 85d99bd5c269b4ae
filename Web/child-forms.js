// The sheets of children's money: a note of spending, a limit, an allowance.

import { app, changed, closeSheet, isOpen, now, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { farAhead } from './form.js';
import { dayOf, refusal, t } from './i18n.js';
import { newID } from './ids.js';
import { nothing, plain, symbol } from './money.js';
import { parsed } from './amounts.js';
import { person } from './parts.js';
import { receiptChooser } from './receipt-parts.js';
import * as receipts from './receipts.js';
import { field, problemLine, sheet } from './sheets.js';
import { categoryName, choosable, periodWord, picture } from './words.js';

const state = {
  key: '',
  amount: '',
  text: '',
  category: '',
  receipts: [],
  period: 'BUDGET_PERIOD_WEEKLY',
  date: '',
  problem: '',
  isBusy: false,
};
const periods = ['BUDGET_PERIOD_WEEKLY', 'BUDGET_PERIOD_BIWEEKLY', 'BUDGET_PERIOD_MONTHLY'];

/** The sheet. @param {string} kind 'spend', 'limit' or 'allowance' @param {string} id the child, for a limit with the limit behind it @returns {any} */
export function sheetFor(kind, id) {
  const [minorId, limitId] = id.split('.');
  const lane = app.group.minors[minorId];
  const limit = lane?.limits.find((one) => one.limitId === limitId);
  const currency = limit?.content.limit.currency ?? app.group.shared.currency;
  const key = `${kind} ${id}`;
  if (state.key !== key) {
    Object.assign(state, {
      key,
      amount: limit ? plain(limit.content.limit.minor, currency) : '',
      text: limit?.content.name ?? '',
      category: '',
      receipts: [],
      period: limit?.content.period ?? periods[0],
      date: dayOf(now()),
      problem: '',
      isBusy: false,
    });
  }
  const title = { spend: t('Note spending'), limit: limit ? t('Change limit') : t('Set a limit'), allowance: t('Set an allowance') }[kind];
  const submit = {
    spend: () => spend(minorId, currency),
    limit: () => setLimit(minorId, limit, currency),
    allowance: () => allow(minorId, currency),
  }[kind];
  return sheet(
    title,
    h(
      'form',
      {
        class: 'stack',
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          submit();
        },
      },
      minorId === app.group.memberId ? null : h('p', { class: 'quiet-text' }, person(minorId)),
      h(
        'div',
        { class: 'amount-field' },
        h('label', { class: 'unseen', for: 'child-amount' }, t('Amount')),
        h('span', { class: 'currency-sign', 'aria-hidden': 'true' }, symbol(currency).trim()),
        h('input', {
          id: 'child-amount',
          inputmode: 'decimal',
          autocomplete: 'off',
          placeholder: nothing(currency),
          value: state.amount,
          'data-focus': true,
          oninput: (event) => set({ amount: event.target.value }),
        }),
      ),
      kind === 'spend'
        ? [
          field(
            t('What for'),
            h('input', {
              value: state.text,
              maxlength: 200,
              oninput: (event) => set({ text: event.target.value }),
            }),
          ),
          field(
            t('Category'),
            h(
              'select',
              { onchange: (event) => set({ category: event.target.value }) },
              h('option', { value: '' }, t('No category')),
              choosable('ENTRY_KIND_EXPENSE').map((one) =>
                h('option', { value: one.key, selected: state.category === one.key }, `${picture(one.key)} ${categoryName(one.key)}`)
              ),
            ),
          ),
          dayField(t('Date')),
          receiptChooser(state, set),
        ]
        : [
          kind === 'limit'
            ? field(
              t('Name'),
              h('input', {
                value: state.text,
                maxlength: 50,
                placeholder: t('Pocket money'),
                oninput: (event) => set({ text: event.target.value }),
              }),
            )
            : null,
          field(
            t('How often'),
            h('select', {
              onchange: (event) => set({ period: event.target.value }),
            }, periods.map((period) => h('option', { value: period, selected: state.period === period }, periodWord(period)))),
          ),
          kind === 'allowance' ? dayField(t('From')) : null,
          h(
            'p',
            { class: 'hint' },
            kind === 'limit'
              ? t('It warns at 80 %, at 100 % and over. It warns, and blocks nothing.')
              : t('Noted on each date: so much may be spent until the next. It moves no money.'),
          ),
        ],
      problemLine(state.problem),
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Save')),
        limit
          ? h('button', {
            class: 'danger',
            type: 'button',
            onclick: () => run({ removeSpendingLimit: { minorId, limitId } }, t('Removed.')),
          }, t('Remove the limit'))
          : null,
      ),
    ),
    { key, onclose: leave },
  );
}

/** A day. @param {string} label @returns {any} */
const dayField = (label) =>
  field(
    label,
    h('input', { type: 'date', value: state.date, onchange: (event) => set({ date: event.target.value }) }),
    farAhead(state.date),
  );

function set(changes) {
  Object.assign(state, { problem: '' }, changes);
  changed();
}

function leave() {
  state.key = '';
  closeSheet();
}

/** The amount that was typed; says what is wrong where there is none. */
function typed(currency) {
  const minor = parsed(state.amount, currency);
  if (minor === null) set({}), state.problem = t('Write an amount, as in 450.50 or 320+130.'), changed();
  return minor;
}

async function spend(minorId, currency) {
  const minor = typed(currency);
  if (minor === null) return;
  const content = {
    amount: { minor: String(minor), currency },
    description: state.text.trim(),
    category: state.category,
    date: state.date,
    ...(state.receipts.length ? { receipts: receipts.plainly(state.receipts) } : {}),
  };
  set({ isBusy: true });
  await receipts.send(state.receipts, minorId);
  run({ setSpending: { minorId, spendingId: newID(), content } }, t('Noted.'), true);
}

function setLimit(minorId, limit, currency) {
  const minor = typed(currency);
  if (minor === null) return;
  const { startDate, ...kept } = limit?.content ?? {};
  run({
    setSpendingLimit: {
      minorId,
      limitId: limit?.limitId ?? newID(),
      content: {
        ...kept,
        name: state.text.trim() || t('Pocket money'),
        limit: { minor: String(minor), currency },
        period: state.period,
        ...(startDate && state.period === limit?.content.period ? { startDate } : {}),
      },
    },
  }, t('Saved.'));
}

function allow(minorId, currency) {
  const minor = typed(currency);
  if (minor === null) return;
  run({
    setAllowance: {
      minorId,
      allowanceId: newID(),
      content: { amount: { minor: String(minor), currency }, period: state.period, firstDate: state.date },
    },
  }, t('Saved.'));
}

async function run(command, done, keeps = false) {
  const { route } = app;
  state.isBusy = true;
  changed();
  const result = await client.command(command, { keeps, label: state.text.trim() });
  state.isBusy = false;
  if (result.accepted || result.waiting) {
    if (isOpen(route)) leave();
    return say(result.waiting ? t('Kept here. It is sent as soon as there is a connection.') : done);
  }
  const problem = result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.');
  if (!isOpen(route)) return say(problem);
  state.problem = problem;
  changed();
}
