// Names and other texts that people wrote, made fit to be shown: nothing in them steers the line, hides, or passes for something else.

// Controls, overrides and isolates of the writing direction, what is invisible, and tags. The joiners stay: Hindi and emoji need them.
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * A text without what could steer the screen.
 * @param {string | undefined} text
 * @returns {string}
 */
export function clean(text) {
  return (text ?? '').replace(steering, '');
}

/**
 * A note, whose lines stay (SPEC EN-14).
 * @param {string | undefined} text
 * @returns {string}
 */
export function cleanLines(text) {
  return (text ?? '').split('\n').map(clean).join('\n');
}

/**
 * A name that always shows something.
 * @param {string | undefined} name
 * @returns {string}
 */
export function cleanName(name) {
  const shown = clean(name).trim();
  return /[^\s\u200c\u200d\u00ad\u034f\u115f\u1160\u3164\uffa0\ufe00-\ufe0f]/.test(shown) ? shown : '?';
}

/**
 * A text as a part of a longer plain text (a label for screen readers), kept apart from its direction.
 * @param {string} text
 * @returns {string}
 */
export function isolated(text) {
  return '\u2068' + clean(text) + '\u2069';
}

/**
 * The first letters of a name, for its round picture.
 * @param {string} name
 * @returns {string}
 */
export function initials(name) {
  const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : null;
  const first = (word) => (segmenter ? segmenter.segment(word)[Symbol.iterator]().next().value?.segment : [...word][0]) ?? '';
  return cleanName(name).split(/\s+/).slice(0, 2).map(first).join('').toUpperCase().slice(0, 8);
}
