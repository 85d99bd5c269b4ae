// Sheets over the page, and what stands in forms and on cards.

import { app, closeSheet } from './app.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { percent } from './money.js';
import { icon, toast } from './parts.js';

/** A ring that fills with what is spent, the share in its middle. @param {any} spent @param {any} limit @returns {any} */
export function ring(spent, limit) {
  if (app.settings.isHiding) return null;
  const share = percent(spent, limit);
  const state = share > 100 ? 'over' : share >= 80 ? 'near' : 'fine';
  const round = 2 * Math.PI * 20;
  return h(
    'svg',
    { class: `ring ${state}`, viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    h('circle', { class: 'track', cx: 24, cy: 24, r: 20 }),
    share > 0 &&
      h('circle', {
        class: 'fill',
        cx: 24,
        cy: 24,
        r: 20,
        'stroke-dasharray': `${round * Math.min(share, 100) / 100} ${round}`,
        transform: 'rotate(-90 24 24)',
      }),
    h('text', { x: 24, y: 28, 'text-anchor': 'middle' }, share > 999 ? '>999' : `${share}%`),
  );
}

/**
 * A sheet over the page. It takes the focus, and gives it back when it closes.
 * @param {any} title @param {any} content @param {{onclose?: () => void, key?: string}} [options]
 * @returns {any}
 */
export function sheet(title, content, options = {}) {
  const close = options.onclose ?? closeSheet;
  return h(
    'dialog',
    {
      key: options.key ?? 'sheet',
      class: 'sheet',
      'aria-labelledby': 'sheet-title',
      ref: (element) => {
        element.showModal();
        (element.querySelector('[data-focus]') ?? element.querySelector('h2'))?.focus();
      },
      gone: (element) => element.open && element.close(),
      oncancel: (event) => {
        event.preventDefault();
        close();
      },
      onclick: (event) => {
        if (event.target === event.currentTarget) close();
      },
    },
    h(
      'div',
      { class: 'sheet-body' },
      h(
        'header',
        { class: 'sheet-head' },
        h('h2', { id: 'sheet-title', tabindex: -1 }, title),
        h('button', { class: 'round', type: 'button', 'aria-label': t('Close'), onclick: close }, icon('close')),
      ),
      content,
    ),
    toast(true),
  );
}

/** A field with its label. @param {string} label @param {any} control @param {any} [hint] @returns {any} */
export const field = (label, control, hint) =>
  h('label', { class: 'field' }, h('span', { class: 'label' }, label), control, hint ? h('span', { class: 'hint' }, hint) : null);

/** Brings what has just come into sight, above the buttons that stand at the end of a sheet. @param {any} element */
export const show = (element) => element.scrollIntoView({ block: 'center' });

/** A refusal or another fault, for the eye and the ear. @param {string} text @returns {any} */
export const problemLine = (text) => (text ? h('p', { class: 'problem', role: 'alert', key: text, ref: show }, text) : null);
