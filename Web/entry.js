// The sheet of one entry: what it says, how far it is settled, and what may be done with it.

import { app, changed, closeSheet, go, isOpen, say } from './app.js';
import * as client from './client.js';
import { comments } from './comments.js';
import { computed } from './computed.js';
import { h } from './dom.js';
import { dayText, list, refusal, t, timeText, tx } from './i18n.js';
import { amount, avatar, figure, person, personOrMe, personOrYou } from './parts.js';
import { field, problemLine, sheet } from './sheets.js';
import { receiptPictures } from './receipt-parts.js';
import { disputes, edits, readsIncomes, restores, voids } from './rights.js';
import { clean, cleanLines } from './text.js';
import { categoryName, entryTitle, picture } from './words.js';

const state = { id: '', isDisputing: false, isVoiding: false, reason: '', problem: '', isBusy: false };

/** The sheet. @param {string} _kind @param {string} id @returns {any} */
export function sheetFor(_kind, id) {
  const entry = app.group.shared.entries.get(id);
  if (!entry) return null;
  if (state.id !== id) {
    Object.assign(state, { id, isDisputing: false, isVoiding: false, reason: '', problem: '', isBusy: false });
  }
  const standing = computed(`entry ${id}`, {
    readEntries: { groupId: app.group.groupId, entryId: id, withStanding: true, withVoided: true },
  }, 'entries').value?.entries?.[0]?.standing;
  return sheet(h('bdi', null, entryTitle(entry)), [
    h(
      'div',
      { class: 'entry-head' },
      h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, picture(entry.category, entry.kind)),
      h('span', { class: 'entry-amount' }, amount(entry.minor, entry.currency)),
      entry.isVoided ? h('span', { class: 'badge' }, t('voided: it counts for nothing')) : null,
    ),
    h('dl', { class: 'facts' }, facts(entry)),
    shares(entry, standing),
    entry.disputes.map((one) =>
      h(
        'p',
        { class: 'fault', key: `dispute ${one.memberId}` },
        tx('Disputed by {name}: {reason}', { name: person(one.memberId), reason: h('bdi', null, clean(one.reason)) }),
      )
    ),
    receiptPictures(entry.receipts, entryTitle(entry)),
    problemLine(state.problem),
    actions(entry),
    state.isDisputing || state.isVoiding ? null : comments(entry, standing),
  ], { key: `entry ${id}`, onclose: leave });
}

/** Closes the sheet; it begins anew the next time. */
function leave() {
  state.id = '';
  closeSheet();
}

function facts(entry) {
  const fact = (word, value) => (value ? h('div', null, h('dt', null, word), h('dd', null, value)) : null);
  const payers = entry.paid.map((
    share,
  ) => (entry.paid.length > 1 ? [personOrYou(share.memberId), ' ', figure(share.minor, entry.currency)] : personOrYou(share.memberId)));
  const isTransfer = entry.kind === 'ENTRY_KIND_TRANSFER';
  return [
    fact(entry.kind === 'ENTRY_KIND_INCOME' ? t('Received by') : t('Paid by'), list(payers)),
    isTransfer ? fact(t('To'), list(entry.owed.map((share) => personOrYou(share.memberId)))) : null,
    fact(t('Date'), dayText(entry.date)),
    isTransfer ? null : fact(t('Category'), categoryName(entry.category)),
    fact(t('Shop'), entry.merchant ? h('bdi', null, clean(entry.merchant)) : null),
    fact(t('Note'), entry.note ? h('bdi', { class: 'lines' }, cleanLines(entry.note)) : null),
    fact(t('Counts at'), entry.conversion ? `${entry.conversion.rate} ${entry.conversion.to}` : null),
    fact(t('Added'), [
      entry.ruleId ? t('a recurring entry') : personOrYou(entry.addedBy),
      ', ',
      timeText(entry.addedAtMs),
      entry.isEdited ? ` · ${t('changed')}` : '',
    ]),
  ];
}

function shares(entry, standing) {
  if (entry.kind === 'ENTRY_KIND_TRANSFER') return null;
  const way = {
    equal: t('Split equally'),
    percentage: t('Split by percent'),
    exact: t('Split by amounts'),
    weights: t('Split by shares'),
    income: t('Split by income'),
  }[entry.split.kind];
  return h(
    'section',
    null,
    h('h3', null, way),
    h(
      'ul',
      { class: 'people' },
      entry.owed.map((share, index) => {
        const open = (standing?.shares ?? []).filter((one) => one.debtorId === share.memberId);
        const figures = entry.split.figures[index];
        return h(
          'li',
          { key: share.memberId },
          avatar(share.memberId, 'small'),
          h(
            'span',
            { class: 'grow' },
            personOrYou(share.memberId),
            figures ? h('span', { class: 'sub' }, entry.split.kind === 'percentage' ? `${figures / 100} %` : `× ${figures}`) : null,
            open.map((one) => h('span', { class: 'sub', key: one.creditorId }, shareState(one, entry.currency))),
          ),
          amount(share.minor, entry.currency),
        );
      }),
    ),
  );
}

function shareState(share, currency) {
  const to = { name: personOrMe(share.creditorId) };
  if (share.state === 'SHARE_STATE_PAID') return tx('settled with {name}', to);
  if (share.state === 'SHARE_STATE_PARTLY_PAID') {
    return tx('{amount} of it settled with {name}', { ...to, amount: figure(share.paidMinor, currency) });
  }
  if (share.state === 'SHARE_STATE_DISPUTED') return t('disputed, so not settled');
  return tx('open to {name}', to);
}

function actions(entry) {
  const own = entry.disputes.some((one) => one.memberId === app.group.memberId);
  if (state.isDisputing) {
    return h(
      'form',
      {
        class: 'stack',
        onsubmit: (event) => {
          event.preventDefault();
          // A reason is one line (SPEC EN-14).
          run({ disputeEntry: { entryId: entry.id, reason: state.reason.trim().replace(/\s*\n\s*/g, ' ') } }, t('Disputed.'));
        },
      },
      field(
        t('What is wrong?'),
        h('textarea', {
          value: state.reason,
          required: true,
          maxlength: 280,
          ref: (element) => element.focus(),
          oninput: (event) => {
            state.reason = event.target.value;
          },
        }),
        t('It changes no number. Everybody sees it, until you withdraw it or the money is changed.'),
      ),
      h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Dispute')),
      h('button', {
        class: 'quiet',
        type: 'button',
        onclick: () => {
          state.isDisputing = false;
          changed();
        },
      }, t('Cancel')),
    );
  }
  if (state.isVoiding) {
    return h(
      'div',
      { class: 'note stack' },
      h('p', null, t('It is taken out of all sums. It stays in the history, and can be restored.')),
      h('button', {
        class: 'danger',
        type: 'button',
        disabled: state.isBusy,
        onclick: () => run({ voidEntry: { entryId: entry.id } }, t('Voided.'), true),
      }, t('Void it')),
      h('button', {
        class: 'quiet',
        type: 'button',
        onclick: () => {
          state.isVoiding = false;
          changed();
        },
      }, t('Cancel')),
    );
  }
  return h(
    'div',
    { class: 'row actions-row' },
    edits(entry) && (entry.split.kind !== 'income' || readsIncomes())
      ? h('button', {
        class: 'second',
        type: 'button',
        onclick: () => go(app.route.view, entry.kind === 'ENTRY_KIND_TRANSFER' ? 'payment' : 'edit', entry.id),
      }, t('Change'))
      : null,
    own
      ? h('button', {
        class: 'second',
        type: 'button',
        disabled: state.isBusy,
        onclick: () => run({ withdrawDispute: { entryId: entry.id } }, t('No longer disputed.')),
      }, t('Withdraw dispute'))
      : disputes(entry)
      ? h('button', {
        class: 'second',
        type: 'button',
        onclick: () => {
          state.isDisputing = true;
          changed();
        },
      }, t('Dispute'))
      : null,
    voids(entry)
      ? h('button', {
        class: 'danger',
        type: 'button',
        onclick: () => {
          state.isVoiding = true;
          changed();
        },
      }, t('Void'))
      : null,
    restores(entry)
      ? h('button', {
        class: 'second',
        type: 'button',
        disabled: state.isBusy,
        onclick: () => run({ restoreEntry: { entryId: entry.id } }, t('Restored.'), true),
      }, t('Restore'))
      : null,
  );
}

async function run(command, done, offersUndo = false) {
  const { route } = app;
  state.isBusy = true;
  changed();
  const result = await client.command(command, { keeps: true, label: entryTitle(app.group.shared.entries.get(state.id)) });
  const problem = result.rejected ? refusal(result.rejected) : '';
  if (state.id === route.id) Object.assign(state, { isBusy: false, isDisputing: false, isVoiding: false, problem });
  if (problem && !isOpen(route)) say(problem);
  changed();
  if (problem) return;
  if (isOpen(route)) closeSheet();
  if (result.waiting) return say(t('Kept here. It is sent as soon as there is a connection.'));
  say(
    done,
    offersUndo
      ? {
        label: t('Undo'),
        run: async () => {
          const undone = await client.command({ undoLast: {} });
          say(undone.accepted ? t('Undone.') : undone.rejected ? refusal(undone.rejected) : t('There is no connection. Try again.'));
        },
      }
      : undefined,
  );
}
