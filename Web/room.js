// The room: what is between you and the others, what needs a look, and the live feed.

import { app, changed, go } from './app.js';
import { mine } from './balances.js';
import { dashboard, settlement } from './computed.js';
import { h } from './dom.js';
import { entryRow } from './entry-row.js';
import { dayOf, dayText, t, timeText, tx } from './i18n.js';
import { line, sign } from './lines.js';
import { formatted, percent } from './money.js';
import { amount, avatar, empty, figure, gauge, icon, magnitude, person } from './parts.js';
import { addsEntries, children, invites, isMinor, settles } from './rights.js';
import { waitingHere } from './outbox.js';
import { isolated } from './text.js';

const pageOf = 40;
let shown = pageOf;

/** The view. @returns {any} */
export function view() {
  return [
    h('h1', { class: 'unseen' }, t('Room')),
    app.group.shared.archivedAtMs
      ? h('p', { class: 'note' }, t('This group is archived: it is read and settled, and nothing else changes.'))
      : null,
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'side' }, standing(), attention(), budgetsGlance()),
      h(
        'section',
        { class: 'feed', 'aria-labelledby': 'feed-title' },
        h('h2', { id: 'feed-title' }, t('What happens')),
        app.drafts?.view(),
        waitingRows(),
        feed(),
      ),
    ),
  ];
}

/** What is between the reader and the others. */
function standing() {
  if (app.group.inbox.isSeparated) {
    return h(
      'section',
      { class: 'card' },
      h('h2', null, t('You read in silence')),
      h('p', { class: 'quiet-text' }, t('Nothing of yours reaches this group, and nobody is told.')),
      h('button', { type: 'button', class: 'second', onclick: () => go('separation') }, t('Look')),
    );
  }
  const own = mine();
  const { currency, minor } = own[0];
  const { value, isStale } = settlement(currency);
  // The figure above is reckoned here: the server's older plan beside it would contradict it, until the next one comes.
  const debts = isStale && app.connection === 'live'
    ? []
    : (value?.debts ?? []).filter((debt) => [debt.fromMemberId, debt.toMemberId].includes(app.group.memberId));
  const state = minor > 0n ? 'get' : minor < 0n ? 'owe' : 'even';
  const owes = debts.find((debt) => debt.fromMemberId === app.group.memberId);
  return h(
    'section',
    { class: `card standing ${state}`, 'aria-labelledby': 'standing-title' },
    h(
      'h2',
      { id: 'standing-title', class: 'standing-word' },
      { get: t('You get back'), owe: t('You owe'), even: own[1] ? t('Even in {currency}', { currency }) : t('You are even') }[state],
    ),
    h('p', { class: 'standing-figure' }, amount(magnitude(minor), currency)),
    own.slice(1).map((one) =>
      h(
        'p',
        { class: 'quiet-text' },
        one.minor > 0n ? t('and you get back') : t('and you owe'),
        ' ',
        amount(magnitude(one.minor), one.currency),
      )
    ),
    waitingHere().some((item) => item.command.addEntry || item.command.settleUp)
      ? h('p', { class: 'hint' }, t('Without what waits to be sent.'))
      : null,
    debts.length
      ? h(
        'ul',
        { class: 'debts-short' },
        debts.slice(0, 3).map((debt) =>
          h(
            'li',
            null,
            debt.fromMemberId === app.group.memberId
              ? tx('{amount} to {name}', { amount: amount(debt.minor, currency), name: person(debt.toMemberId) })
              : tx('{amount} from {name}', { amount: amount(debt.minor, currency), name: person(debt.fromMemberId) }),
          )
        ),
      )
      : null,
    debts.length && isStale ? h('p', { class: 'hint' }, t('As of the last connection.')) : null,
    h(
      'div',
      { class: 'row' },
      owes && settles(owes.fromMemberId, owes.toMemberId)
        ? h(
          'button',
          { type: 'button', class: 'second', onclick: () => go('room', 'settle', `${owes.fromMemberId}.${owes.toMemberId}`) },
          t('Settle up'),
        )
        : null,
      h('button', { type: 'button', class: 'second', onclick: () => go('balances') }, t('Who pays whom')),
    ),
  );
}

/** What needs a look: alerts, children, people who wait. */
function attention() {
  const rows = [];
  for (const request of app.group.admin?.joinRequests ?? []) {
    rows.push(
      h(
        'li',
        { key: `join ${request.memberId}` },
        h(
          'button',
          {
            type: 'button',
            class: 'tile',
            onclick: () => go('members'),
          },
          h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, '👋'),
          h('span', null, tx('{name} asks to join', { name: h('bdi', null, request.displayName) })),
          icon('right'),
        ),
      ),
    );
  }
  if (isMinor()) {
    rows.push(
      h(
        'li',
        { key: 'own' },
        h(
          'button',
          { type: 'button', class: 'tile', onclick: () => go('child') },
          avatar(app.group.memberId),
          h('span', null, t('My spending')),
          icon('right'),
        ),
      ),
    );
  }
  for (const id of children()) {
    rows.push(
      h(
        'li',
        { key: `child ${id}` },
        h(
          'button',
          {
            type: 'button',
            class: 'tile',
            onclick: () => go('child'),
          },
          avatar(id),
          h('span', null, tx('{name}: spending and limits', { name: person(id) })),
          icon('right'),
        ),
      ),
    );
  }
  const reminder = app.group.inbox.reminders.filter((one) => one.debtorId === app.group.memberId).at(-1);
  if (reminder && mine().some((one) => one.minor < 0n)) {
    rows.push(
      h(
        'li',
        { key: 'reminder' },
        h(
          'button',
          {
            type: 'button',
            class: 'tile',
            onclick: () => go('balances'),
          },
          h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, '⏰'),
          h(
            'span',
            null,
            // A snapshot tells that there was a reminder, and not of how much.
            reminder.owed
              ? tx('{name} reminds you of {amount}', {
                name: person(reminder.by || reminder.creditorId),
                amount: figure(reminder.owed.minor, reminder.owed.currency),
              })
              : tx('{name} reminds you of what you owe', { name: person(reminder.creditorId) }),
          ),
          icon('right'),
        ),
      ),
    );
  }
  return rows.length ? h('ul', { class: 'tiles' }, rows) : null;
}

function budgetsGlance() {
  const budgets = dashboard().value?.budgets ?? [];
  if (!budgets.length) return null;
  const full = [...budgets].sort((a, b) => Number(b.after?.basisPoints ?? 0) - Number(a.after?.basisPoints ?? 0)).slice(0, 3);
  // On a phone only what needs a look stands above the feed.
  const isCalm = full.every((one) => percent(one.after?.spentMinor, one.after?.limitMinor) < 80);
  return h(
    'section',
    { class: `card glance ${isCalm ? 'calm' : ''}`, 'aria-labelledby': 'glance-title' },
    h('h2', { id: 'glance-title' }, t('Budgets')),
    full.map((budget) => {
      const { spentMinor = '0', limitMinor = '0' } = budget.after ?? {};
      const isOver = BigInt(spentMinor) > BigInt(limitMinor);
      const isCalm = percent(spentMinor, limitMinor) < 80;
      return h(
        'div',
        { class: `glance-row ${isCalm ? 'calm' : ''}`, key: budget.budgetId },
        h(
          'div',
          { class: 'between' },
          h('bdi', { class: 'clip' }, budget.name),
          h(
            'span',
            { class: isOver ? 'bad' : 'quiet-text' },
            app.settings.isHiding
              ? ''
              : isOver
              ? t('{amount} over', { amount: formatted(BigInt(spentMinor) - BigInt(limitMinor), budget.currency) })
              : t('{amount} left', { amount: formatted(BigInt(limitMinor) - BigInt(spentMinor), budget.currency) }),
          ),
        ),
        gauge(spentMinor, limitMinor, `${isolated(budget.name)}: ${percent(spentMinor, limitMinor)} %`),
        budget.leftOutAfter?.length
          ? h('p', { class: 'hint' }, t('Not counted, without a rate: {sums}', { sums: budget.leftOutAfter.map((sum) => figure(sum.minor, sum.currency)).join(', ') }))
          : null,
      );
    }),
    h('button', { type: 'button', class: 'link', onclick: () => go('budgets') }, t('All budgets')),
  );
}

function waitingRows() {
  const rows = waitingHere().filter((item) => item.command.addEntry || item.command.settleUp || item.refused);
  if (!rows.length) return null;
  return h(
    'ol',
    { class: 'feed-list waiting' },
    rows.map((item) => {
      const content = item.command.addEntry?.content;
      return h(
        'li',
        { key: item.id },
        h(
          'button',
          {
            type: 'button',
            class: 'entry-row',
            onclick: () => go('room', 'waiting'),
          },
          h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, item.refused ? '⚠️' : '🕓'),
          h(
            'span',
            { class: 'entry-text' },
            h('bdi', { class: 'entry-title' }, content?.description || item.label || t('Change')),
            h('span', { class: 'entry-more' }, item.refused ? t('Could not be done. Look') : t('Waits to be sent')),
          ),
          content ? amount(content.amount.minor, content.amount.currency, 'strong') : null,
        ),
      );
    }),
  );
}

function feed() {
  const items = app.group.feed.filter((item) => (item.type === 'entryAdded' || line(item) !== null) && !isOutrun(item));
  const newest = items.slice(-shown).reverse();
  if (!newest.length && !app.isCaughtUp) return h('p', { class: 'loading' }, t('One moment …'));
  const groups = [];
  for (const item of newest) {
    const day = dayOf(item.atMs);
    if (groups.at(-1)?.day !== day) groups.push({ day, items: [] });
    groups.at(-1).items.push(item);
  }
  const isAlone = app.group.shared.members.filter((one) => one.status === 'MEMBER_STATUS_ACTIVE').length < 2;
  return [
    isAlone && invites()
      ? h(
        'div',
        { class: 'note between', key: 'alone' },
        h('span', null, t('You are alone here. Invite the others: one link, one tap.')),
        h('button', { type: 'button', class: 'second', onclick: () => go('room', 'invite') }, t('Invite')),
      )
      : null,
    app.group.shared.entries.size ? null : h(
      'div',
      { class: 'card', key: 'first' },
      empty(
        '🧾',
        t('Nothing entered yet'),
        isMinor()
          ? t('Once somebody adds an expense, you see it here.')
          : t('Add the first expense: everybody in the group sees it at once.'),
        addsEntries() ? h('button', { type: 'button', class: 'main', onclick: () => go('room', 'add') }, t('Add the first expense')) : null,
      ),
    ),
    groups.map((one) =>
      h('section', { key: one.day, class: 'day' }, h('h3', null, dayText(one.day)), h('ol', { class: 'feed-list' }, one.items.map(row)))
    ),
    items.length > newest.length
      ? h('button', {
        type: 'button',
        class: 'quiet wide',
        onclick: () => {
          shown += pageOf;
          changed();
        },
      }, t('Earlier'))
      : h('button', { type: 'button', class: 'quiet wide', onclick: () => go('history') }, t('The whole history')),
  ];
}

/** Whether an alert fired together with a higher one of the same budget, which is told alone (SPEC BU-10). */
function isOutrun(item) {
  if (!['alertFired', 'childAlertFired'].includes(item.type)) return false;
  const rank = (body) => (body.over ? Infinity : body.basisPoints ?? 0);
  const what = (body) => `${body.budgetId ?? body.limitId} ${body.periodStart}`;
  return app.group.feed.some((other) =>
    other.type === item.type && other.command === item.command && what(other.body) === what(item.body) && rank(other.body) > rank(item.body)
  );
}

/** The mark of what stands in a lane that not all members read. */
function privately() {
  const text = t('Not everybody sees this');
  return h('span', { role: 'img', 'aria-label': text, title: text }, ' 🔒');
}

function row(item) {
  const entry = item.type === 'entryAdded' ? app.group.shared.entries.get(item.body.entryId) : null;
  if (!entry) {
    const said = line(item);
    return said === null ? null : h(
      'li',
      { key: item.key, class: `event ${item.type}` },
      h('span', { class: 'event-sign', 'aria-hidden': 'true' }, sign(item)),
      h('span', { class: 'event-text' }, said, item.lane === 'shared' ? null : privately()),
      h('time', null, timeText(item.atMs)),
    );
  }
  return h('li', { key: item.key }, entryRow(entry, timeText(item.atMs), 'room'));
}
