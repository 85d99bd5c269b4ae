// The sheet with what waits to be sent, and with what was refused after it had waited.

import { app, changed, closeSheet } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dayOf, dayText, refusal, t, timeText } from './i18n.js';
import { amount, empty } from './parts.js';
import { sheet } from './sheets.js';
import * as outbox from './outbox.js';
import { clean } from './text.js';

/** The sheet. @returns {any} */
export function sheetFor() {
  const items = app.outbox.filter((item) => item.keeps);
  return sheet(
    t('What waits'),
    items.length ? h('ul', { class: 'people' }, items.map(row)) : empty('✅', t('Everything is sent'), t('Nothing waits on this device.')),
  );
}

const verbs = {
  addEntry: 'To be added',
  editEntry: 'To be changed',
  voidEntry: 'To be voided',
  restoreEntry: 'To be restored',
  disputeEntry: 'To be disputed',
  withdrawDispute: 'Dispute to be withdrawn',
  settleUp: 'Payment to be recorded',
  setSpending: 'Spending to be noted',
  joinGroup: 'To be joined',
};

function row(item) {
  const type = Object.keys(verbs).find((name) => item.command[name]);
  const content = item.command.addEntry?.content ?? item.command.setSpending?.content;
  return h(
    'li',
    { key: item.id, class: 'wrap' },
    h(
      'span',
      { class: 'grow' },
      h('bdi', { class: 'strong' }, clean(item.label) || t('Change')),
      h('span', { class: 'sub' }, type ? t(verbs[type]) : '', ' · ', dayText(dayOf(item.at)), ' ', timeText(item.at)),
      item.refused ? h('span', { class: 'sub bad' }, refusal(item.refused)) : null,
    ),
    content ? amount(content.amount.minor, content.amount.currency) : null,
    h(
      'span',
      { class: 'row' },
      item.refused && item.command.addEntry
        ? h('button', { type: 'button', class: 'second', onclick: () => again(item) }, t('Add it all the same'))
        : null,
      item.refused && item.command.editEntry
        ? h('button', { type: 'button', class: 'second', onclick: () => reapply(item) }, t('Put mine in its place'))
        : null,
      item.refused || !item.sent
        ? h('button', { type: 'button', class: 'quiet', onclick: () => outbox.remove(item) }, t('Drop'))
        : h('span', { class: 'hint' }, t('Sent, not answered yet')),
    ),
  );
}

/** A refused command is final, so it goes out again as a new one (SPEC CM-14). */
async function again(item) {
  await outbox.remove(item);
  const { guardDuplicates, ...body } = item.command.addEntry;
  await client.command({ addEntry: body }, { groupId: item.groupId, keeps: true, label: item.label });
  done();
}

async function reapply(item) {
  const current = app.group.shared.entries.get(item.command.editEntry.entryId);
  await outbox.remove(item);
  if (current) {
    await client.command({ editEntry: { ...item.command.editEntry, baseVersion: String(current.version) } }, {
      groupId: item.groupId,
      keeps: true,
      label: item.label,
    });
  }
  done();
}

function done() {
  changed();
  if (app.route.sheet === 'waiting' && !app.outbox.some((item) => item.keeps)) closeSheet();
}
