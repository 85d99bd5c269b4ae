// An entry as it stands in lists: what it is, who paid, and what it means for the reader.

import { app, go, nameOf } from './app.js';
import { meaning } from './balances.js';
import { h } from './dom.js';
import { list, t, tn, tx } from './i18n.js';
import { amount, figure, personOrMe } from './parts.js';
import { entryTitle, picture } from './words.js';

/**
 * An entry in a list.
 * @param {any} entry @param {string} when @param {string} from the view that it stands in
 * @returns {any}
 */
export function entryRow(entry, when, from) {
  const effect = meaning(entry, app.group.memberId);
  const isPayment = entry.kind === 'ENTRY_KIND_TRANSFER';
  const payers = list(entry.paid.map((share) => personOrMe(share.memberId)));
  const isMine = entry.paid.length === 1 && entry.paid[0].memberId === app.group.memberId;
  const who = isPayment
    ? tx('{payer} paid {receiver}', {
      payer: isMine ? t('You') : payers,
      receiver: list(entry.owed.map((share) => personOrMe(share.memberId))),
    })
    : entry.kind === 'ENTRY_KIND_INCOME'
    ? (isMine ? t('you received it') : tx('received by {names}', { names: payers }))
    : isMine
    ? t('you paid')
    : tx('paid by {names}', { names: payers });
  const waits = app.outbox.some((one) =>
    (one.command.editEntry ?? one.command.voidEntry ?? one.command.restoreEntry ?? one.command.disputeEntry)?.entryId === entry.id &&
    !one.refused
  );
  return h(
    'button',
    { type: 'button', class: `entry-row ${entry.isVoided ? 'voided' : ''}`, onclick: () => go(from, 'entry', entry.id) },
    h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, picture(entry.category, entry.kind)),
    h(
      'span',
      { class: 'entry-text' },
      h('bdi', { class: 'entry-title' }, entryTitle(entry)),
      h(
        'span',
        { class: 'entry-more' },
        who,
        when ? ` · ${when}` : '',
        entry.isEdited ? ` · ${t('changed')}` : '',
        entry.receipts.length ? ` · ${tn(entry.receipts.length, '1 receipt', '{n} receipts')}` : '',
        waits ? ` · ${t('waits to be sent')}` : '',
      ),
      entry.disputes.length
        ? h('span', { class: 'badge bad' }, tx('disputed by {names}', { names: list(entry.disputes.map((one) => nameOf(one.memberId))) }))
        : null,
    ),
    h(
      'span',
      { class: 'entry-figures' },
      amount(entry.minor, entry.currency, 'strong'),
      h(
        'span',
        { class: `effect ${effect === null || effect === 0n || entry.isVoided ? '' : effect > 0n ? 'get' : 'owe'}` },
        entry.isVoided
          ? t('voided')
          : effect === null
          ? t('not yours')
          : effect === 0n
          ? t('you are even')
          : isPayment
          ? ''
          : effect > 0n
          ? t('you get back {amount}', { amount: figure(effect, entry.currency) })
          : t('you owe {amount}', { amount: figure(-effect, entry.currency) }),
      ),
    ),
  );
}
