// Receipts on the screen: the pictures of what was bought, and the way to add one.

import { changed } from './app.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon } from './parts.js';
import * as receipts from './receipts.js';

/** After how long a receipt that was not there is asked for again, in milliseconds. */
const again = 5000;

/** The address of each picture by its record and hash; undefined while it is on its way, '' where the server has none. */
const addresses = {};

/**
 * The pictures of receipts.
 * @param {any[]} list @param {string} title what they belong to @param {string} [minorId] the child in whose own record they are
 * @returns {any}
 */
export function receiptPictures(list, title, minorId = '') {
  if (!list.length) return null;
  const pictured = list.map((receipt) => ({ receipt, key: `${minorId}/${receipt.sha256}` }));
  for (const { receipt, key } of pictured) if (!(key in addresses)) look(receipt, key, minorId);
  return h(
    'section',
    { class: 'receipts', 'aria-label': t('Receipts') },
    pictured.map(({ receipt, key }, index) =>
      addresses[key]
        ? h('img', { src: addresses[key], key: receipt.sha256, alt: t('Receipt {n} of {entry}', { n: index + 1, entry: title }) })
        : h('p', { class: 'hint', key: receipt.sha256 }, addresses[key] === '' ? t('This receipt is not here yet.') : t('One moment …'))
    ),
  );
}

async function look(receipt, key, minorId) {
  addresses[key] = undefined;
  addresses[key] = await receipts.address(receipt, minorId);
  // Its file may still be on its way.
  if (!addresses[key]) {
    setTimeout(() => {
      delete addresses[key];
      changed();
    }, again);
  }
  changed();
}

/**
 * The button that takes a picture, and the pictures taken.
 * @param {any} draft what has `receipts` @param {(changes: any) => void} update
 * @returns {any}
 */
export function receiptChooser(draft, update) {
  return h(
    'div',
    { class: 'receipt-row' },
    h(
      'label',
      { class: 'second file' },
      icon('camera'),
      h('span', null, t('Receipt')),
      h('input', {
        type: 'file',
        accept: 'image/*',
        class: 'unseen',
        id: 'receipt',
        onchange: (event) => take(draft, update, event.target),
      }),
    ),
    draft.receipts.map((one, index) =>
      h(
        'button',
        {
          type: 'button',
          class: 'chip-button',
          key: one.sha256,
          'aria-label': t('Remove this receipt'),
          onclick: () => update({ receipts: draft.receipts.filter((_, place) => place !== index) }),
        },
        one.url ? h('img', { src: one.url, alt: '' }) : '🧾',
        icon('close'),
      )
    ),
  );
}

async function take(draft, update, input) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  try {
    const receipt = await receipts.prepare(file);
    if (!draft.receipts.some((one) => one.sha256 === receipt.sha256)) update({ receipts: [...draft.receipts, receipt] });
  } catch {
    update({ problem: t('This picture cannot be read. Choose another.') });
  }
}
