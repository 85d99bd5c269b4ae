// The sheet in which a budget is set, changed, removed or brought back.

import { app, changed, closeSheet, isOpen, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { refusal, t } from './i18n.js';
import { newID } from './ids.js';
import { plain, symbol } from './money.js';
import { parsed } from './amounts.js';
import { field, problemLine, sheet } from './sheets.js';
import { categoryName, choosable, periodWord, picture } from './words.js';

const state = { key: null, name: '', limit: '', period: '', categories: new Set(), rollover: '', problem: '', isBusy: false };
const periods = ['BUDGET_PERIOD_MONTHLY', 'BUDGET_PERIOD_WEEKLY', 'BUDGET_PERIOD_BIWEEKLY', 'BUDGET_PERIOD_YEARLY'];

/** The sheet. @param {string} _kind @param {string} id @returns {any} */
export function sheetFor(_kind, id) {
  const budget = app.group.shared.budgets.find((one) => one.budgetId === id);
  const currency = budget?.content.limit?.currency ?? app.group.shared.currency;
  if (state.key !== id) {
    const content = budget?.content;
    Object.assign(state, {
      key: id,
      name: content?.name ?? '',
      limit: content ? plain(content.limit.minor, currency) : '',
      period: content?.period ?? periods[0],
      categories: new Set(content?.categories ?? []),
      rollover: content?.rollover ?? 'ROLLOVER_NONE',
      problem: '',
      isBusy: false,
    });
  }
  if (budget?.removed) {
    return sheet(
      h('bdi', null, budget.content.name),
      h(
        'div',
        { class: 'stack' },
        h('p', null, t('This budget was removed. It counts nothing.')),
        problemLine(state.problem),
        h(
          'button',
          { type: 'button', class: 'main', onclick: () => run({ reactivateBudget: { budgetId: id } }, t('It is active again.')) },
          t('Bring it back'),
        ),
      ),
      { onclose: leave },
    );
  }
  const set = (changes) => {
    Object.assign(state, changes, { problem: '' });
    changed();
  };
  return sheet(
    budget ? t('Change budget') : t('New budget'),
    h(
      'form',
      {
        class: 'stack',
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          send(id, budget, currency);
        },
      },
      field(
        t('Name'),
        h('input', {
          value: state.name,
          maxlength: 50,
          'data-focus': !budget,
          oninput: (event) => set({ name: event.target.value }),
        }),
      ),
      h(
        'div',
        { class: 'pair' },
        field(
          `${t('Limit')} (${symbol(currency).trim()})`,
          h('input', {
            value: state.limit,
            inputmode: 'decimal',
            autocomplete: 'off',
            oninput: (event) => set({ limit: event.target.value }),
          }),
        ),
        field(
          t('Period'),
          h(
            'select',
            { value: state.period, onchange: (event) => set({ period: event.target.value }) },
            periods.map((period) => h('option', { value: period, selected: state.period === period }, periodWord(period))),
          ),
        ),
      ),
      h(
        'fieldset',
        { class: 'chips' },
        h('legend', { class: 'label' }, t('What counts')),
        h(
          'div',
          { class: 'chip-row wrap' },
          choosable('ENTRY_KIND_EXPENSE').map((one) =>
            h(
              'label',
              { class: 'chip', key: one.key },
              h('input', {
                type: 'checkbox',
                checked: state.categories.has(one.key),
                onchange: (event) => {
                  if (event.target.checked) state.categories.add(one.key);
                  else state.categories.delete(one.key);
                  set({ name: state.name || categoryName(one.key) });
                },
              }),
              h('span', null, h('span', { 'aria-hidden': 'true' }, picture(one.key)), ' ', categoryName(one.key)),
            )
          ),
        ),
      ),
      field(
        t('What is left at the end'),
        h(
          'select',
          { value: state.rollover, onchange: (event) => set({ rollover: event.target.value }) },
          [['ROLLOVER_NONE', t('begins anew')], ['ROLLOVER_SURPLUS', t('is carried over')], [
            'ROLLOVER_BOTH',
            t('is carried over, and what is missing too'),
          ]].map(([value, text]) => h('option', { value, selected: state.rollover === value }, text)),
        ),
      ),
      h('p', { class: 'hint' }, t('Everybody is told once at 80 %, at 100 % and over.')),
      problemLine(state.problem),
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Save')),
        budget
          ? h('button', {
            class: 'danger',
            type: 'button',
            disabled: state.isBusy,
            onclick: () => run({ removeBudget: { budgetId: id } }, t('Removed. It counts nothing any more.')),
          }, t('Remove budget'))
          : null,
      ),
    ),
    { key: `budget ${id}`, onclose: leave },
  );
}

function leave() {
  state.key = null;
  closeSheet();
}

function send(id, budget, currency) {
  const minor = parsed(state.limit, currency);
  const problem = !state.name.trim()
    ? t('Give it a name.')
    : minor === null
    ? t('Write an amount, as in 450.50 or 320+130.')
    : !state.categories.size
    ? t('Choose what counts.')
    : '';
  if (problem) {
    state.problem = problem;
    return changed();
  }
  const { startDate, ...kept } = budget?.content ?? {};
  run({
    setBudget: {
      budgetId: id || newID(),
      content: {
        ...kept,
        name: state.name.trim(),
        limit: { minor: String(minor), currency },
        period: state.period,
        categories: [...state.categories],
        rollover: state.rollover,
        ...(budget && budget.content.period === state.period && startDate ? { startDate } : {}),
      },
    },
  }, t('Saved.'));
}

async function run(command, done) {
  const { route } = app;
  state.isBusy = true;
  changed();
  const result = await client.command(command);
  state.isBusy = false;
  if (result.accepted) {
    if (isOpen(route)) leave();
    return say(done);
  }
  const problem = result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.');
  if (!isOpen(route)) return say(problem);
  state.problem = problem;
  changed();
}
