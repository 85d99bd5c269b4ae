// A child's own screen, and for who looks after children their overview: what was spent, limits, allowances, and who
// sees it.

import { app, changed, go, now, say } from './app.js';
import { accountsOf, coaching, request } from './child-parts.js';
import { notCounted, spentBetween } from './child-sums.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dateText, dayOf, dayText, list, refusal, t, tn, tx } from './i18n.js';
import { percent } from './money.js';
import { amount, avatar, empty, figure, gauge, icon, person } from './parts.js';
import { ring } from './sheets.js';
import { periodOf } from './periods.js';
import { receiptPictures } from './receipt-parts.js';
import { children, isMinor } from './rights.js';
import { clean, isolated } from './text.js';
import { categoryName, periodWord, picture, roleWord } from './words.js';

/** The notes whose receipts are shown. */
const opened = new Set();

/** The view. @returns {any} */
export function view() {
  const own = app.group.memberId;
  if (isMinor()) return [h('h1', null, t('My spending')), overview(own, true)];
  const ids = children();
  return [
    h('h1', null, t('Children')),
    ids.length
      ? ids.map((id) =>
        h(
          'section',
          {
            key: id,
            class: 'stack',
            'aria-label': app.group.shared.members.find((one) => one.memberId === id)?.displayName,
          },
          h('h2', { class: 'child-name' }, avatar(id, 'presence'), ' ', person(id), h('span', { class: 'sub' }, roleWord('ROLE_MINOR'))),
          overview(id, false),
        )
      )
      : h(
        'div',
        { class: 'card' },
        empty('🧒', t('You look after nobody here'), t('The owner says who looks after a child: under Members.')),
      ),
  ];
}

function overview(id, isOwn) {
  const lane = app.group.minors[id] ?? { guardians: [], spending: [], limits: [], allowances: [], accesses: [] };
  const seers = [...new Set([app.group.shared.members.find((one) => one.role === 'ROLE_OWNER')?.memberId, ...lane.guardians])].filter((
    seer,
  ) => seer && seer !== app.group.memberId);
  const notes = lane.spending.filter((one) => !one.voided).sort((a, b) => (a.content.date < b.content.date ? 1 : -1));
  return h(
    'div',
    { class: 'stack' },
    request(id, lane, isOwn),
    monthCard(id, lane),
    limits(id, lane, isOwn),
    allowances(id, lane, isOwn),
    accountsOf(id, isOwn),
    coaching(id, isOwn),
    h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'between' },
        h('h2', null, t('Noted spending')),
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            onclick: () => go('child', 'spend', id),
          },
          icon('plus'),
          t('Note spending'),
        ),
      ),
      notes.length
        ? h(
          'ul',
          { class: 'people' },
          notes.slice(0, 20).map((one) => note(id, one)),
        )
        : empty(
          '📝',
          t('Nothing noted yet'),
          isOwn
            ? t("Write down what you spend of your own. It changes nobody's debts.")
            : t('What they write down of their own stands here.'),
        ),
    ),
    h(
      'p',
      { class: 'hint' },
      seers.length
        ? tx(isOwn ? 'Who sees this besides you: {names}' : 'Who else sees this: {names}', { names: list(seers.map(person)) })
        : t('Nobody sees this besides you, and the child.'),
    ),
  );
}

function note(id, one) {
  const { description, category, date, amount: spent, receipts = [] } = one.content;
  const what = isolated(description || categoryName(category));
  return h(
    'li',
    { key: one.spendingId },
    h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, picture(category)),
    h(
      'span',
      { class: 'grow' },
      h('bdi', null, clean(description) || categoryName(category)),
      h(
        'span',
        { class: 'sub' },
        dayText(date ?? ''),
        one.addedBy && one.addedBy !== id ? [' · ', tx('noted by {name}', { name: person(one.addedBy) })] : '',
      ),
      receipts.length
        ? h('button', {
          type: 'button',
          class: 'link',
          'aria-expanded': String(opened.has(one.spendingId)),
          onclick: () => {
            if (!opened.delete(one.spendingId)) opened.add(one.spendingId);
            changed();
          },
        }, tn(receipts.length, '1 receipt', '{n} receipts'))
        : null,
      opened.has(one.spendingId) ? receiptPictures(receipts, what, id) : null,
    ),
    amount(spent.minor, spent.currency),
    h('button', {
      type: 'button',
      class: 'round',
      'aria-label': t('Remove {what}', { what }),
      onclick: () => takeOut(id, one),
    }, icon('close')),
  );
}

async function takeOut(id, one) {
  const named = { minorId: id, spendingId: one.spendingId };
  const result = await client.command({ voidSpending: named });
  if (!result.accepted) return say(result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
  say(t('Removed.'), {
    label: t('Undo'),
    run: async () => {
      const back = await client.command({ restoreSpending: named });
      say(back.accepted ? t('Undone.') : back.rejected ? refusal(back.rejected) : t('There is no connection. Try again.'));
    },
  });
}

function monthCard(id, lane) {
  const today = dayOf(now());
  const { currency } = app.group.shared;
  const spent = spentBetween(id, lane, today.slice(0, 8) + '01', today.slice(0, 8) + '31', currency);
  return h(
    'section',
    { class: 'card standing' },
    h('h2', { class: 'standing-word' }, t('Spent this month')),
    h('p', { class: 'standing-figure' }, amount(spent.all, currency)),
    h(
      'p',
      { class: 'hint' },
      t('{noted} noted, {owed} as a part of shared expenses', { noted: figure(spent.noted, currency), owed: figure(spent.owed, currency) }),
    ),
    notCounted(spent.leftOut),
  );
}

function limits(id, lane, isOwn) {
  const today = dayOf(now());
  if (!lane.limits.length && isOwn) return null;
  return h(
    'section',
    { class: 'card stack' },
    h(
      'div',
      { class: 'between' },
      h('h2', null, t('Limits')),
      isOwn ? null : h(
        'button',
        {
          type: 'button',
          class: 'second',
          onclick: () => go('child', 'limit', id),
        },
        icon('plus'),
        t('Set a limit'),
      ),
    ),
    lane.limits.length
      ? lane.limits.map((one) => {
        const { limit, period, startDate, name, categories } = one.content;
        const { from, to } = periodOf(period, startDate ?? today, today);
        const { all, leftOut } = spentBetween(id, lane, from, to, limit.currency, categories ?? []);
        return h(
          'div',
          { class: 'budget', key: one.limitId },
          ring(all, limit.minor),
          h(
            'div',
            { class: 'grow stack tight' },
            h(
              'div',
              { class: 'between' },
              h('h3', { class: 'plain' }, h('bdi', null, clean(name))),
              isOwn ? null : h('button', {
                type: 'button',
                class: 'link',
                'aria-label': t('Change {what}', { what: isolated(name) }),
                onclick: () => go('child', 'limit', `${id}.${one.limitId}`),
              }, t('Change')),
            ),
            h(
              'p',
              null,
              tx('{spent} of {limit}', {
                spent: h('span', { class: 'strong' }, figure(all, limit.currency)),
                limit: figure(limit.minor, limit.currency),
              }),
              ' · ',
              periodWord(period),
            ),
            gauge(all, limit.minor, `${isolated(name)}: ${percent(all, limit.minor)} %`),
            notCounted(leftOut),
            h('p', { class: 'hint' }, t('until {day}', { day: dateText(to) }), ' · ', t('It warns, and blocks nothing.')),
          ),
        );
      })
      : h('p', { class: 'hint' }, t('No limits.')),
  );
}

function allowances(id, lane, isOwn) {
  const active = lane.allowances.filter((one) => !one.ended);
  if (!active.length && isOwn) return null;
  return h(
    'section',
    { class: 'card stack' },
    h(
      'div',
      { class: 'between' },
      h('h2', null, t('Allowance')),
      isOwn ? null : h(
        'button',
        {
          type: 'button',
          class: 'second',
          onclick: () => go('child', 'allowance', id),
        },
        icon('plus'),
        t('Set an allowance'),
      ),
    ),
    active.length
      ? active.map((one) =>
        h(
          'div',
          { class: 'stack tight', key: one.allowanceId },
          h(
            'div',
            { class: 'between' },
            h(
              'span',
              null,
              h('span', { class: 'strong' }, figure(one.content.amount.minor, one.content.amount.currency)),
              ' ',
              periodWord(one.content.period),
              one.paused
                ? [' · ', t('paused')]
                : one.lastDate
                ? h('span', { class: 'sub' }, t('since {day}', { day: dateText(one.lastDate) }))
                : one.content.firstDate
                ? h('span', { class: 'sub' }, t('from {day}', { day: dateText(one.content.firstDate) }))
                : null,
              one.content.accountId ? h('span', { class: 'sub' }, t('paid into an account')) : null,
            ),
            isOwn ? null : h('button', { type: 'button', class: 'link', onclick: () => endAllowance(id, one) }, t('End it')),
          ),
          allowanceGauge(id, lane, one),
        )
      )
      : h('p', { class: 'hint' }, t('No allowance.')),
  );
}

/** How much of what was booked last is spent; nothing where it is paid into an account, and caps nothing. */
function allowanceGauge(id, lane, one) {
  if (!one.lastDate || !one.lastMinor || one.content.accountId) return null;
  const { currency } = one.content.amount;
  const { all, leftOut } = spentBetween(id, lane, one.lastDate, '9999-12-31', currency);
  return [
    h(
      'p',
      null,
      tx('{spent} of {limit}', { spent: h('span', { class: 'strong' }, figure(all, currency)), limit: figure(one.lastMinor, currency) }),
    ),
    gauge(all, one.lastMinor, `${t('Allowance')}: ${percent(all, one.lastMinor)} %`),
    notCounted(leftOut),
  ];
}

async function endAllowance(id, one) {
  const result = await client.command({ endAllowance: { minorId: id, allowanceId: one.allowanceId } });
  say(result.accepted ? t('It has ended.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
  changed();
}
