// Copying what is shown this once.

import { say } from './app.js';
import { t } from './i18n.js';

/** Copies a text; where the browser does not let us, marks the field that shows it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t('Copied.'));
  } catch {
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector('.link-text'));
    input?.focus();
    input?.select();
    say(t('Marked: copy it from the field.'));
  }
}
