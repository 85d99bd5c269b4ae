// Budgets: how much of each is spent, what is left, what has rung.

import { app, go } from './app.js';
import { dashboard } from './computed.js';
import { h } from './dom.js';
import { dateText, t, tx } from './i18n.js';
import { formatted, percent } from './money.js';
import { empty, figure, gauge } from './parts.js';
import { ring } from './sheets.js';
import { setsBudgets } from './rights.js';
import { categoryName, periodWord, picture } from './words.js';
import { isolated } from './text.js';

/** The view. @returns {any} */
export function view() {
  const budgets = app.group.shared.budgets.filter((one) => !one.removed);
  // A dashboard has the budgets of one currency.
  const own = app.group.shared.currency;
  const currencies = new Set([own, ...budgets.map((one) => one.content.limit?.currency ?? own)]);
  const dashboards = new Map([...currencies].map((code) => [code, dashboard('', code === own ? '' : code)]));
  const figures = new Map([...dashboards.values()].flatMap(({ value }) => value?.budgets ?? []).map((one) => [one.budgetId, one]));
  // What is not in a dashboard has no figures; of one that has not come, or is no whole, nobody knows.
  const isKnown = (budget) => {
    const { value, isStale } = dashboards.get(budget.content.limit?.currency ?? own) ?? {};
    return figures.has(budget.budgetId) || Boolean(value && !isStale && !value.leftOut);
  };
  const add = setsBudgets()
    ? h('button', { type: 'button', class: 'second', onclick: () => go('budgets', 'budget') }, t('New budget'))
    : null;
  return [
    h('div', { class: 'between' }, h('h1', null, t('Budgets')), budgets.length ? add : null),
    budgets.length ? h('ul', { class: 'budget-list' }, budgets.map((budget) => card(budget, figures.get(budget.budgetId), isKnown(budget)))) : h(
      'div',
      { class: 'card' },
      empty(
        '🎯',
        t('No budgets yet'),
        setsBudgets()
          ? t('Set a limit for groceries or eating out. Everybody is told once at 80 %, at 100 % and over.')
          : t('The owner or an admin sets them.'),
        add,
      ),
    ),
    h('button', { type: 'button', class: 'quiet wide', onclick: () => go('charts') }, t('See where the money goes')),
    removed(),
  ];
}

function card(budget, found, isKnown) {
  const { content } = budget;
  const currency = content.limit?.currency ?? app.group.shared.currency;
  const spent = BigInt(found?.after?.spentMinor ?? 0);
  const limit = BigInt(found?.after?.limitMinor ?? content.limit?.minor ?? 0);
  const isOver = spent > limit;
  const name = content.name;
  const rung = found ? (budget.fired ?? []).find((one) => one.periodStart === found.periodStart) : null;
  return h(
    'li',
    { class: 'card budget', key: budget.budgetId },
    isKnown ? ring(spent, limit) : null,
    h(
      'div',
      { class: 'grow stack tight' },
      h(
        'div',
        { class: 'between' },
        h('h2', null, h('bdi', null, name)),
        setsBudgets()
          ? h('button', {
            type: 'button',
            class: 'link',
            'aria-label': t('Change {what}', { what: isolated(name) }),
            onclick: () => go('budgets', 'budget', budget.budgetId),
          }, t('Change'))
          : null,
      ),
      h(
        'p',
        null,
        isKnown
          ? tx('{spent} of {limit}', { spent: h('span', { class: 'strong' }, figure(spent, currency)), limit: figure(limit, currency) })
          : figure(limit, currency),
        ' · ',
        periodWord(content.period),
      ),
      isKnown
        ? null
        : h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.')),
      app.settings.isHiding || !isKnown ? null : h(
        'p',
        { class: isOver ? 'bad strong' : 'good' },
        isOver
          ? t('{amount} over', { amount: formatted(spent - limit, currency) })
          : t('{amount} left', { amount: formatted(limit - spent, currency) }),
      ),
      !isKnown ? null : gauge(spent, limit, `${isolated(name)}: ${percent(spent, limit)} %`),
      h(
        'p',
        { class: 'hint' },
        content.categories.map((key) => `${picture(key)} ${categoryName(key)}`).join(', '),
        found ? ` · ${t('{from} to {to}', { from: dateText(found.periodStart), to: dateText(found.periodEnd) })}` : '',
      ),
      rung
        ? h(
          'p',
          { class: 'hint' },
          '🔔 ',
          t('alerts so far: {shares}', {
            shares: [...(rung.basisPoints ?? []).map((share) => `${share / 100} %`), ...(rung.over ? [t('over')] : [])].join(', '),
          }),
        )
        : null,
      (found?.leftOutAfter ?? []).length
        ? h(
          'p',
          { class: 'hint' },
          t('Not counted, without a rate: {sums}', { sums: found.leftOutAfter.map((sum) => figure(sum.minor, sum.currency)).join(', ') }),
        )
        : null,
    ),
  );
}

function removed() {
  const gone = app.group.shared.budgets.filter((one) => one.removed);
  if (!gone.length || !setsBudgets()) return null;
  return h(
    'details',
    null,
    h('summary', null, t('Removed budgets')),
    h(
      'ul',
      { class: 'people' },
      gone.map((one) =>
        h(
          'li',
          { key: one.budgetId },
          h('bdi', { class: 'grow' }, one.content.name),
          h('button', { type: 'button', class: 'link', onclick: () => go('budgets', 'budget', one.budgetId) }, t('Look')),
        )
      ),
    ),
  );
}
