// The fields of an entry's form. They hold nothing: each change goes to `update`.

import { parsed } from './amounts.js';
import { app, go, nameOf } from './app.js';
import { newBill, reckoned } from './bill.js';
import { billFields } from './bill-fields.js';
import { h } from './dom.js';
import { members } from './entry-draft.js';
import { list, t, tx } from './i18n.js';
import { farAhead } from './form.js';
import { formatted, plain, symbol } from './money.js';
import { amount as figureOf, avatar, person, personOrYou, tabs } from './parts.js';
import { readsIncomes } from './rights.js';
import { receiptChooser } from './receipt-parts.js';
import { field } from './sheets.js';
import { evenPercentages } from './split.js';
import { categoryName, choosable, picture } from './words.js';
import { isolated } from './text.js';

/** The categories to choose from, those used most first. @param {any} draft @param {(changes: any) => void} update @returns {any} */
export function categories(draft, update) {
  const all = choosable(draft.kind);
  const used = new Map();
  for (const entry of [...app.group.shared.entries.values()].slice(-200)) {
    if (entry.category) used.set(entry.category, (used.get(entry.category) ?? 0) + 1);
  }
  const sorted = [...all].sort((a, b) => (used.get(b.key) ?? 0) - (used.get(a.key) ?? 0));
  return h(
    'fieldset',
    { class: 'chips' },
    h('legend', { class: 'label' }, t('Category')),
    h(
      'div',
      { class: 'chip-row' },
      sorted.map((one) =>
        h(
          'label',
          { class: 'chip', key: one.key },
          h('input', {
            type: 'radio',
            name: 'category',
            value: one.key,
            checked: draft.category === one.key,
            onchange: () => update({ category: one.key }),
          }),
          h('span', null, h('span', { 'aria-hidden': 'true' }, picture(one.key)), ' ', categoryName(one.key)),
        )
      ),
    ),
  );
}

/** Who paid: one, or several with what each paid. @param {any} draft @param {(changes: any) => void} update @param {bigint | null} minor @returns {any} */
export function payers(draft, update, minor) {
  const title = draft.kind === 'ENTRY_KIND_INCOME' ? t('Received by') : t('Paid by');
  const pick = (id) => update({ payers: { [id]: '' } });
  const total = Object.values(draft.payers).reduce((sum, text) => sum + (parsed(text, draft.currency) ?? 0n), 0n);
  return h(
    'fieldset',
    { class: 'chips' },
    h('legend', { class: 'label' }, title),
    draft.isSeveral
      ? [
        h(
          'div',
          { class: 'share-rows' },
          members(draft).map((id) =>
            shareRow(
              id,
              draft.payers[id] ?? '',
              t('Paid by'),
              (text) => update({ payers: { ...draft.payers, [id]: text } }),
              symbol(draft.currency).trim(),
            )
          ),
        ),
        minor !== null && total !== minor ? h('p', { class: 'hint bad' }, missing(minor - total, draft.currency)) : null,
      ]
      : h(
        'div',
        { class: 'chip-row wrap' },
        members(draft).map((id) =>
          h(
            'label',
            { class: 'chip', key: id },
            h('input', {
              type: 'radio',
              name: 'payer',
              checked: id in draft.payers,
              onchange: () => pick(id),
            }),
            h('span', null, id === app.group.memberId ? t('You') : person(id)),
          )
        ),
      ),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: draft.isSeveral,
        onchange: (event) =>
          update({
            isSeveral: event.target.checked,
            payers: event.target.checked
              ? Object.fromEntries(Object.keys(draft.payers).map((id) => [id, draft.amount]))
              : { [Object.keys(draft.payers)[0] ?? app.group.memberId]: '' },
          }),
      }),
      h('span', null, draft.kind === 'ENTRY_KIND_INCOME' ? t('Several received it') : t('Several paid')),
    ),
  );
}

const missing = (
  difference,
  currency,
) => (difference > 0n
  ? t('{amount} is missing', { amount: formatted(difference, currency) })
  : t('{amount} too much', { amount: formatted(-difference, currency) }));

function shareRow(id, text, label, change, unit, right) {
  return h(
    'label',
    { class: 'share-row', key: id },
    avatar(id, 'small'),
    h('span', { class: 'grow' }, id === app.group.memberId ? t('You') : person(id)),
    right,
    h(
      'span',
      { class: 'unit', key: 'unit' },
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: text,
        'aria-label': `${label}: ${id === app.group.memberId ? t('You') : isolated(nameOf(id))}`,
        oninput: (event) => change(event.target.value),
      }),
      h('span', { 'aria-hidden': 'true' }, unit),
    ),
  );
}

/**
 * How it is divided.
 * @param {any} draft @param {(changes: any) => void} update @param {any} split as resolved @param {bigint | null} minor
 * @param {Map<string, bigint> | null} owed as the server would divide it
 * @returns {any}
 */
export function splitting(draft, update, split, minor, owed) {
  const { way } = draft.split;
  const set = (changes) => update({ split: { ...draft.split, ...changes } });
  // What the items come to is the amount.
  const setBill = (bill) => {
    const found = reckoned(bill, members(draft), draft.currency);
    update({ split: { ...draft.split, way: 'items', figures: {}, bill }, ...(found ? { amount: plain(found.total, draft.currency) } : {}) });
  };
  const choose = (wanted) => {
    if (wanted === 'items') {
      const [first] = newBill(draft.split.chosen).items;
      return setBill(draft.split.bill ?? { ...newBill(new Set()), items: [{ ...first, amount: draft.amount }] });
    }
    const ids = members(draft).filter((id) => draft.split.chosen.has(id));
    const figures = wanted === 'percentage'
      ? evenPercentages(ids)
      : wanted === 'weights'
      ? Object.fromEntries(ids.map((id) => [id, '1']))
      : wanted === 'exact' && minor
      ? Object.fromEntries([...split.owed].map(([id, part]) => [id, plain(part, draft.currency)]))
      : {};
    set({ way: wanted, figures });
  };
  const ways = [['equal', t('Equally')], ['percentage', t('Percent')], ['exact', t('Amounts')], ['weights', t('Shares')]];
  if (readsIncomes()) ways.push(['income', t('By income')]);
  if (draft.kind === 'ENTRY_KIND_EXPENSE') ways.push(['items', t('Items')]);
  const figures = owed ?? split.owed;
  const unit = { percentage: '%', weights: '×', exact: symbol(draft.currency).trim() }[way];
  const share = (id) => (minor && figures.get(id) !== undefined ? figureOf(figures.get(id), draft.currency, 'soft') : null);
  const isIncome = draft.kind === 'ENTRY_KIND_INCOME';
  // A salary is its earner's; a refund that all share is divided.
  const divides = isIncome
    ? h(
      'label',
      { class: 'check', key: 'divides' },
      h('input', { type: 'checkbox', checked: way !== 'kept', onchange: (event) => choose(event.target.checked ? 'equal' : 'kept') }),
      h('span', null, t('Divide it among members')),
    )
    : null;
  if (way === 'kept') return h('div', null, divides, h('p', { class: 'hint' }, t('The person who receives it keeps it.')));
  return h(
    'fieldset',
    { class: 'chips' },
    h('legend', { class: 'label' }, isIncome ? t('Divided') : t('Split')),
    divides,
    tabs(t('How it is split'), ways, way, choose, 'small'),
    way === 'items'
      ? billFields(draft.split.bill, members(draft), draft.currency, setBill)
      : shareRows(draft, set, way, ways.find(([name]) => name === way)[1], unit, share),
    minor && split.missing.amount ? h('p', { class: 'hint bad' }, missing(split.missing.amount, draft.currency)) : null,
    split.missing.basisPoints
      ? h(
        'p',
        { class: 'hint bad' },
        split.missing.basisPoints > 0
          ? t('{n} % is missing', { n: split.missing.basisPoints / 100 })
          : t('{n} % too much', { n: -split.missing.basisPoints / 100 }),
      )
      : null,
    way === 'income' ? incomesHint(members(draft).filter((id) => draft.split.chosen.has(id))) : null,
    ['equal', 'income'].includes(way) && !draft.split.chosen.size ? h('p', { class: 'hint bad' }, t('Choose who shares it.')) : null,
  );
}

/** Each member with a tick or a figure. */
function shareRows(draft, set, way, label, unit, share) {
  const tick = (id, isChosen) => {
    const chosen = new Set(draft.split.chosen);
    if (isChosen) chosen.add(id);
    else chosen.delete(id);
    set({ chosen });
  };
  return h(
    'div',
    { class: 'share-rows' },
    members(draft).map((id) => (way === 'equal' || way === 'income'
      ? h(
        'label',
        { class: 'share-row', key: id },
        h('input', { type: 'checkbox', checked: draft.split.chosen.has(id), onchange: (event) => tick(id, event.target.checked) }),
        avatar(id, 'small'),
        h('span', { class: 'grow' }, id === app.group.memberId ? t('You') : person(id)),
        share(id),
      )
      : shareRow(
        id,
        draft.split.figures[id] ?? '',
        label,
        (text) => set({ figures: { ...draft.split.figures, [id]: text } }),
        unit,
        way === 'exact' ? null : share(id),
      ))
    ),
  );
}

/** Who has not said what they earn, and where oneself says it. */
function incomesHint(ids) {
  const silent = ids.filter((id) => !app.group.incomes?.[id]);
  return h(
    'div',
    { class: 'stack tight' },
    silent.length
      ? h('p', { class: 'hint bad' }, tx('{names} have not said what they earn a month.', { names: list(silent.map(personOrYou)) }))
      : h('p', { class: 'hint' }, t('Divided by what each earns a month.')),
    silent.includes(app.group.memberId)
      ? h('button', { type: 'button', class: 'second', onclick: () => go(app.route.view, 'income') }, t('Say what you earn'))
      : null,
  );
}

/** Receipts, and what few entries have. @param {any} draft @param {(changes: any) => void} update @returns {any} */
export function further(draft, update) {
  return [
    receiptChooser(draft, update),
    h(
      'details',
      { open: Boolean(draft.note || draft.merchant) || undefined },
      h('summary', null, t('Date, shop, note')),
      h(
        'div',
        { class: 'stack' },
        field(
          t('Date'),
          h('input', {
            type: 'date',
            value: draft.date,
            onchange: (event) => event.target.value && update({ date: event.target.value }),
          }),
          farAhead(draft.date),
        ),
        field(
          t('Shop'),
          h('input', { value: draft.merchant, maxlength: 100, oninput: (event) => update({ merchant: event.target.value }) }),
        ),
        field(t('Note'), h('textarea', { value: draft.note, maxlength: 1000, oninput: (event) => update({ note: event.target.value }) })),
      ),
    ),
  ];
}
