// What stands around pages on which there is no room yet.

import { h } from './dom.js';
import { inLanguage, language, languages, setLanguage, t } from './i18n.js';

function languageChoice() {
  return h(
    'div',
    { class: 'languages', role: 'group', 'aria-label': t('Language') },
    Object.entries(languages).map(([code, name]) =>
      h(
        'button',
        { type: 'button', class: 'link', 'aria-pressed': String(language() === code), onclick: () => setLanguage(code) },
        inLanguage(code, name),
      )
    ),
  );
}

/** A page with the mark above and the languages below. @param {...any} content @returns {any} */
export const frame = (...content) => [
  h(
    'main',
    { class: 'start', id: 'main' },
    h('p', { class: 'brand' }, h('span', { 'aria-hidden': 'true' }, '🔥'), ' Hearth'),
    content,
    languageChoice(),
  ),
];
