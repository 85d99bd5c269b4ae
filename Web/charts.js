// Charts of a month: drawn from what the server reckons, with the figures in tables beside them.

import { app, changed } from './app.js';
import { dashboard } from './computed.js';
import { h } from './dom.js';
import { monthText, t, tx } from './i18n.js';
import { amount, empty, figure, icon, person } from './parts.js';
import { categoryName, picture } from './words.js';

const state = { date: '', currency: '' };
const tints = ['#b3401a', '#1f7a8c', '#8a6d1a', '#7d3c98', '#2d7d46', '#3b5fb0', '#a83269', '#5c6b73'];
const big = (value) => BigInt(value ?? 0);
const share = (part, whole) => (whole > 0n ? Number(big(part) * 1000n / whole) / 10 : 0);

/** The view. @returns {any} */
export function view() {
  const { value, isStale } = dashboard(state.date, state.currency);
  if (!value) {
    return [
      h('h1', null, t('Charts')),
      h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.')),
    ];
  }
  const { currency } = value;
  const month = value.periods?.at(-1) ?? {};
  const spent = big(month.spentMinor);
  return [
    h(
      'div',
      { class: 'between' },
      h('h1', null, t('Charts')),
      (value.currencies ?? []).length > 1
        ? h('select', {
          'aria-label': t('Currency'),
          class: 'short',
          value: currency,
          onchange: (event) => {
            state.currency = event.target.value;
            changed();
          },
        }, value.currencies.map((code) => h('option', { value: code, selected: code === currency }, code)))
        : null,
    ),
    h(
      'div',
      { class: 'between month' },
      h(
        'button',
        { type: 'button', class: 'round back', 'aria-label': t('The month before'), onclick: () => step(value.periodStart, -1) },
        icon('right'),
      ),
      h('h2', null, monthText(value.periodStart)),
      h(
        'button',
        { type: 'button', class: 'round', 'aria-label': t('The month after'), onclick: () => step(value.periodStart, 1) },
        icon('right'),
      ),
    ),
    h(
      'section',
      { class: 'card center' },
      h('p', { class: 'quiet-text' }, t('Spent together')),
      h('p', { class: 'standing-figure' }, amount(spent, currency)),
      (month.otherCurrencies ?? []).length
        ? h('p', { class: 'hint' }, t('Without what was entered in {currencies}.', { currencies: month.otherCurrencies.join(', ') }))
        : null,
      big(month.incomeMinor) ? h('p', { class: 'quiet-text' }, t('Income'), ' ', amount(month.incomeMinor, currency)) : null,
      value.nextPayerId ? h('p', { class: 'hint' }, tx('Next to pay, being furthest behind: {name}', { name: person(value.nextPayerId) })) : null,
      isStale && app.connection !== 'live' ? h('p', { class: 'hint' }, t('As of the last connection.')) : null,
    ),
    spent
      ? [byCategory(value, spent), byMember(value)]
      : h(
        'div',
        { class: 'card' },
        empty(
          '📊',
          (month.otherCurrencies ?? []).length
            ? t('Nothing was spent in {currency} in this month', { currency })
            : t('Nothing was spent in this month'),
          t('Choose another month, or add an expense.'),
        ),
      ),
    byMonth(value),
  ];
}

function step(start, by) {
  const [year, month] = start.split('-').map(Number);
  const moved = new Date(Date.UTC(year, month - 1 + by, 1));
  state.date = moved.toISOString().slice(0, 10);
  changed();
}

function byCategory(value, spent) {
  const rows = [...(value.categories ?? [])].filter((one) => big(one.spentMinor) > 0n).sort((
    a,
    b,
  ) => (big(b.spentMinor) > big(a.spentMinor) ? 1 : -1));
  const round = 2 * Math.PI * 40;
  let start = 0;
  const arcs = rows.map((one, index) => {
    const length = share(one.spentMinor, spent) / 100 * round;
    const arc = h('circle', {
      cx: 60,
      cy: 60,
      r: 40,
      fill: 'none',
      stroke: tints[index % tints.length],
      'stroke-width': 20,
      'stroke-dasharray': `${Math.max(0, length - 1)} ${round}`,
      'stroke-dashoffset': -start,
      transform: 'rotate(-90 60 60)',
    });
    start += length;
    return arc;
  });
  return h(
    'section',
    { class: 'card by-category', 'aria-labelledby': 'by-category' },
    h('h2', { id: 'by-category' }, t('By category')),
    app.settings.isHiding ? null : h('svg', { class: 'donut', viewBox: '0 0 120 120', 'aria-hidden': 'true' }, arcs),
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('Category')),
          h('th', { scope: 'col', class: 'amount' }, t('Spent')),
          h('th', { scope: 'col', class: 'amount' }, t('Period before')),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((one, index) =>
          h(
            'tr',
            { key: one.category ?? 'none' },
            h(
              'th',
              { scope: 'row' },
              h('span', { class: 'swatch', 'aria-hidden': 'true', style: { background: tints[index % tints.length] } }),
              picture(one.category),
              ' ',
              categoryName(one.category),
            ),
            h(
              'td',
              { class: 'amount' },
              figure(one.spentMinor, value.currency),
              app.settings.isHiding ? '' : h('span', { class: 'soft' }, ` ${Math.round(share(one.spentMinor, spent))} %`),
            ),
            h('td', { class: 'amount soft' }, figure(one.beforeMinor, value.currency)),
          )
        ),
      ),
    ),
  );
}

function byMember(value) {
  const rows = (value.members ?? []).filter((one) => big(one.paidMinor) > 0n || big(one.owedMinor) > 0n);
  const most = rows.reduce((max, one) => [big(one.paidMinor), big(one.owedMinor), max].reduce((a, b) => (a > b ? a : b)), 1n);
  const bar = (
    minor,
    kind,
  ) => (app.settings.isHiding
    ? null
    : h('span', { class: `bar ${kind}`, 'aria-hidden': 'true', style: { width: `${share(minor, most)}%` } }));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'by-member' },
    h('h2', { id: 'by-member' }, t('By member')),
    h(
      'table',
      { class: 'bars' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('Member')),
          h('th', { scope: 'col', class: 'amount' }, h('span', { class: 'swatch paid', 'aria-hidden': 'true' }), t('Paid')),
          h('th', { scope: 'col', class: 'amount' }, h('span', { class: 'swatch theirs', 'aria-hidden': 'true' }), t('Their part')),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((one) =>
          h(
            'tr',
            { key: one.memberId },
            h('th', { scope: 'row' }, person(one.memberId), bar(one.paidMinor, 'paid'), bar(one.owedMinor, 'theirs')),
            h('td', { class: 'amount' }, figure(one.paidMinor, value.currency)),
            h('td', { class: 'amount' }, figure(one.owedMinor, value.currency)),
          )
        ),
      ),
    ),
  );
}

function byMonth(value) {
  const rows = value.periods ?? [];
  const most = rows.reduce((max, one) => (big(one.spentMinor) > max ? big(one.spentMinor) : max), 1n);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'by-month' },
    h('h2', { id: 'by-month' }, t('By month')),
    app.settings.isHiding ? null : h(
      'svg',
      { class: 'columns-chart', viewBox: '0 0 300 130', 'aria-hidden': 'true' },
      rows.map((one, index) => {
        const height = share(one.spentMinor, most);
        const x = index * 300 / rows.length + 10;
        return h(
          'g',
          { key: one.periodStart },
          h('rect', {
            x,
            y: 108 - height,
            width: 300 / rows.length - 20,
            height: Math.max(height, 1),
            rx: 4,
            class: index === rows.length - 1 ? 'now' : '',
          }),
          h('text', { x: x + (300 / rows.length - 20) / 2, y: 124, 'text-anchor': 'middle' }, monthText(one.periodStart, true)),
        );
      }),
    ),
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('Month')),
          h('th', { scope: 'col', class: 'amount' }, t('Spent')),
          h('th', { scope: 'col', class: 'amount' }, t('Income')),
        ),
      ),
      h(
        'tbody',
        null,
        [...rows].reverse().map((one) =>
          h(
            'tr',
            { key: one.periodStart },
            h('th', { scope: 'row' }, monthText(one.periodStart)),
            h(
              'td',
              { class: 'amount' },
              figure(one.spentMinor, value.currency),
              (one.otherCurrencies ?? []).length
                ? h('span', { class: 'sub' }, t('without {currencies}', { currencies: one.otherCurrencies.join(', ') }))
                : null,
            ),
            h('td', { class: 'amount' }, figure(one.incomeMinor, value.currency)),
          )
        ),
      ),
    ),
  );
}
