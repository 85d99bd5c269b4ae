// The fields of a bill in an entry's form: items with who shares each, tax, tip and discount. They hold nothing: each change goes to `change`.

import { app, nameOf } from './app.js';
import { newBill, reckoned, takesMore } from './bill.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { symbol } from './money.js';
import { amount, avatar, person } from './parts.js';
import { field } from './sheets.js';
import { isolated } from './text.js';

/**
 * The bill.
 * @param {any} bill @param {string[]} order the members @param {string} currency @param {(bill: any) => void} change
 * @returns {any}
 */
export function billFields(bill, order, currency, change) {
  const set = (place, changes) => change({ ...bill, items: bill.items.map((item, at) => (at === place ? { ...item, ...changes } : item)) });
  const found = reckoned(bill, order, currency);
  const last = bill.items[bill.items.length - 1];
  return h(
    'div',
    { class: 'stack', key: 'bill' },
    bill.items.map((item, place) => itemFields(item, place, bill, order, currency, set, change)),
    takesMore(bill)
      ? h('button', {
        type: 'button',
        class: 'second',
        onclick: () => change({ ...bill, items: [...bill.items, newBill(last.sharers).items[0]] }),
      }, t('One more item'))
      : null,
    [['tax', t('Tax')], ['tip', t('Tip')], ['discount', t('Discount')]].map(([name, label]) =>
      field(
        label,
        h('input', {
          inputmode: 'text',
          autocomplete: 'off',
          placeholder: '5%',
          maxlength: 30,
          value: bill[name],
          oninput: (event) => change({ ...bill, [name]: event.target.value }),
        }),
      )
    ),
    found
      ? h(
        'ul',
        { class: 'people' },
        [...found.owed].map(([id, minor]) =>
          h(
            'li',
            { key: id },
            avatar(id, 'small'),
            h('span', { class: 'grow' }, id === app.group.memberId ? t('You') : person(id)),
            amount(minor, currency, 'soft'),
          )
        ),
      )
      : h('p', { class: 'hint bad' }, t('Each item has a name, an amount and who shares it.')),
    h('p', { class: 'hint' }, t('Tax, tip and discount are divided by what the items of each cost. The items stand in the note.')),
  );
}

function itemFields(item, place, bill, order, currency, set, change) {
  const nth = place + 1;
  return h(
    'fieldset',
    { class: 'chips', key: `item ${place}` },
    h('legend', { class: 'label' }, t('Item {n}', { n: nth })),
    h(
      'div',
      { class: 'inline-field' },
      field(
        t('Article'),
        h('input', {
          value: item.name,
          maxlength: 100,
          autocomplete: 'off',
          autocapitalize: 'sentences',
          oninput: (event) => set(place, { name: event.target.value.replaceAll(/[;@]/g, ' ') }),
        }),
      ),
      field(
        `${t('Price')} ${symbol(currency).trim()}`,
        h('input', {
          value: item.amount,
          inputmode: 'decimal',
          autocomplete: 'off',
          maxlength: 60,
          oninput: (event) => set(place, { amount: event.target.value }),
        }),
      ),
    ),
    h(
      'div',
      { class: 'chip-row wrap' },
      order.map((id) =>
        h(
          'label',
          { class: 'chip', key: id },
          h('input', {
            type: 'checkbox',
            checked: item.sharers.has(id),
            'aria-label': `${t('Item {n}', { n: nth })}: ${id === app.group.memberId ? t('You') : isolated(nameOf(id))}`,
            onchange: (event) => {
              const sharers = new Set(item.sharers);
              if (event.target.checked) sharers.add(id);
              else sharers.delete(id);
              set(place, { sharers });
            },
          }),
          h('span', null, id === app.group.memberId ? t('You') : person(id)),
        )
      ),
    ),
    bill.items.length > 1
      ? h('button', {
        type: 'button',
        class: 'link',
        onclick: () => change({ ...bill, items: bill.items.filter((_, at) => at !== place) }),
      }, t('Remove item {n}', { n: nth }))
      : null,
  );
}
