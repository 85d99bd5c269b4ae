// Where one takes money, and how one pays what one owes: a button on the telephone, a code for another one.

import { app } from './app.js';
import { computed } from './computed.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { t } from './i18n.js';
import { qrCode } from './qr.js';
import { clean, cleanName } from './text.js';

const form = new Form();

/**
 * How the viewer pays a debt of theirs; null where the payee takes money nowhere.
 * @param {any} debt @param {string} currency @param {string} mode
 * @returns {any}
 */
export function payment(debt, currency, mode) {
  const { groupId } = app.group;
  const payeeId = debt.toMemberId;
  const { value, isStale } = computed(`pay ${payeeId} ${currency} ${mode}`, {
    readPaymentLink: { groupId, payeeId, currency, mode },
  }, 'paymentLink');
  // A sum of before is not paid.
  if (!value || isStale || value.amount.minor !== debt.minor) return null;
  const name = cleanName(value.name);
  if (value.link && value.payload.startsWith('upi://pay?')) {
    return h(
      'div',
      { class: 'row' },
      h('a', { class: 'second', href: value.payload, rel: 'noreferrer' }, t('Pay by UPI')),
      h(
        'details',
        null,
        h('summary', null, t('With another telephone')),
        app.settings.isHiding ? null : qrCode(value.payload, t('A code by which {name} is paid', { name })),
        h('p', { class: 'hint', dir: 'ltr' }, clean(value.address)),
      ),
    );
  }
  return h(
    'details',
    null,
    h('summary', null, t('Pay by bank transfer')),
    app.settings.isHiding ? null : qrCode(value.payload, t('A code by which {name} is paid', { name })),
    h('p', { class: 'code', dir: 'ltr' }, clean(value.address)),
    h('p', { class: 'hint' }, clean(value.note)),
  );
}

/** The sheet: where the viewer takes money. @returns {any} */
export function sheetFor() {
  const known = app.group.inbox.payAddress ?? '';
  const values = form.open('payAddress', () => ({ address: known }));
  const save = () => form.run({ setPaymentAddress: { address: values.address.trim() } }, t('Saved.'));
  const none = () => form.run({ setPaymentAddress: { address: '' } }, t('Taken away.'));
  return form.sheet(
    t('Where you take money'),
    [
      form.text(t('UPI address or IBAN'), 'address', { maxlength: 300, dir: 'ltr', spellcheck: 'false' }),
      h('p', { class: 'hint' }, t('Those who owe you see it, and nobody else does. Hearth pays nothing: it makes the link.')),
    ],
    save,
    { more: known ? h('button', { type: 'button', class: 'danger', disabled: form.isBusy, onclick: none }, t('Take it away')) : null },
  );
}
