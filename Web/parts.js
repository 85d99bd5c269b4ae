// Pieces that many views are made of: names, amounts, pictures, buttons, sheets.

import { app, changed, member, nameOf } from './app.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { formatted, percent } from './money.js';
import { initials } from './text.js';

const hidden = '•••';

/** An amount as text; dots where amounts are hidden. @param {any} minor @param {string} currency @returns {string} */
export const figure = (minor, currency) => (app.settings.isHiding ? hidden : formatted(minor, currency));

/** An amount. @param {any} minor @param {string} currency @param {string} [kind] a class @returns {any} */
export const amount = (minor, currency, kind = '') =>
  h('span', {
    class: `amount ${kind}`,
    dir: 'ltr',
    'aria-label': app.settings.isHiding ? t('hidden amount') : false,
    role: app.settings.isHiding ? 'img' : false,
  }, figure(minor, currency));

/** The amount without its sign. @param {bigint} value @returns {bigint} */
export const magnitude = (value) => (value < 0n ? -value : value);

/** A member's name, kept apart from the direction of the line. @param {string | undefined} id @returns {any} */
export const person = (id) => h('bdi', { class: 'name' }, nameOf(id));

/** "You", or a member's name. @param {string} id @returns {any} */
export const personOrYou = (id) => (id === app.group?.memberId ? t('You') : person(id));

/** "you", or a member's name, within a sentence. @param {string} id @returns {any} */
export const personOrMe = (id) => (id === app.group?.memberId ? t('you [agent]') : person(id));

const tints = ['#9a3412', '#1d4ed8', '#047857', '#7e22ce', '#b91c1c', '#0e7490', '#a16207', '#be185d', '#4d7c0f', '#4338ca'];

/** A member's round picture: initials in their own colour. @param {string | undefined} id @param {string} [kind] @returns {any} */
export function avatar(id, kind = '') {
  const found = member(id);
  const place = Math.max(0, app.group?.shared?.members.indexOf(found) ?? 0);
  const own = /^#[0-9a-fA-F]{6}$/.test(found?.color ?? '') ? found.color : tints[place % tints.length];
  const isOnline = kind.includes('presence') && app.group?.online.includes(id);
  return h('span', {
    class: `avatar ${kind} ${isOnline ? 'online' : ''}`,
    style: { '--tint': own, '--tint-ink': inkOn(own) },
    'aria-hidden': 'true',
  }, found ? initials(found.displayName) : '🔥');
}

/** Black or white, whichever reads better on a colour. */
function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#14161a' : '#ffffff';
}

const paths = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  scales: 'M12 4v16M7 20h10M5 8h14M5 8l-3 6a3 3 0 0 0 6 0zm14 0-3 6a3 3 0 0 0 6 0z',
  plus: 'M12 5v14M5 12h14',
  ring: 'M12 3a9 9 0 1 0 9 9h-9z M15 3.5A9 9 0 0 1 20.5 9H15z',
  more: 'M5 7h14M5 12h14M5 17h14',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 3-6 6.500-6s6.500 2.500 6.500 6M16 5a3 3 0 0 1 0 6M18 14.500c2 .8 3.500 2.800 3.500 5.500',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  gear:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100',
  eye: 'M2.500 12S6 6 12 6s9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  eyeOff:
    'M4 4l16 16M9.500 6.400A9 9 0 0 1 12 6c6 0 9.500 6 9.500 6a16 16 0 0 1-3 3.600M6 8.200A16 16 0 0 0 2.500 12S6 18 12 18a9 9 0 0 0 3.500-.7',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  child: 'M12 8.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 12h12M12 8.500V15M12 15l-3.500 6M12 15l3.500 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  purse: 'M4 7h14a2 2 0 0 1 2 2v9H4zM4 7l10-3v3M15 13h5',
  device: 'M7 3h10v18H7zM11 18h2',
};

/** A drawn sign. @param {string} name @returns {any} */
export const icon = (name) =>
  h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, h('path', { d: paths[name] ?? '' }));

/** A gauge that fills with what is spent. @param {any} spent @param {any} limit @param {string} label @returns {any} */
export function gauge(spent, limit, label) {
  if (app.settings.isHiding) return null;
  const share = percent(spent, limit);
  const state = share > 100 ? 'over' : share >= 80 ? 'near' : 'fine';
  return h('div', {
    class: `gauge ${state}`,
    role: 'progressbar',
    'aria-label': label,
    'aria-valuenow': Math.min(share, 100),
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuetext': `${share} %`,
  }, h('div', { class: 'fill', style: { width: `${Math.min(share, 100)}%` } }));
}

/**
 * What is said at the bottom for a moment; it stands in the sheet where one is open, since that covers all else.
 * What was said before the sheet opened waits behind it.
 * @param {boolean} [isInSheet] @returns {any}
 */
export function toast(isInSheet) {
  const { text, action } = (isInSheet && app.toast?.isBehind ? null : app.toast) ?? {};
  return h(
    'div',
    { class: 'toast-place', role: 'status', key: 'toast' },
    text
      ? h(
        'div',
        { class: 'toast' },
        h('span', null, text),
        action
          ? h('button', {
            type: 'button',
            class: 'link',
            onclick: () => {
              app.toast = null;
              action.run();
              changed();
            },
          }, action.label)
          : null,
      )
      : null,
  );
}

/** What is said where there is nothing yet. @param {string} sign @param {string} title @param {any} text @param {any} [action] @returns {any} */
export const empty = (sign, title, text, action) =>
  h('div', { class: 'empty' }, h('div', { class: 'sign', 'aria-hidden': 'true' }, sign), h('h2', null, title), h('p', null, text), action);

/**
 * Buttons of which one is chosen.
 * @param {string} label what is chosen among
 * @param {any[][]} choices name and text of each
 * @param {string} chosen the name of one
 * @param {(name: string) => void} choose @param {string} [kind] a class @returns {any}
 */
export const tabs = (label, choices, chosen, choose, kind = '') =>
  h(
    'div',
    { class: `tabs ${kind}`.trim(), role: 'group', 'aria-label': label },
    choices.map(([name, text]) =>
      h('button', { type: 'button', class: 'tab', 'aria-pressed': String(chosen === name), onclick: () => choose(name) }, text)
    ),
  );

/** Ways to other pages. @param {any[][]} places name, sign, title and text of each @param {(name: string) => void} open @returns {any} */
export const tiles = (places, open) =>
  h(
    'ul',
    { class: 'tiles' },
    places.map(([name, sign, title, text]) =>
      h(
        'li',
        { key: name },
        h(
          'button',
          { type: 'button', class: 'tile', onclick: () => open(name) },
          h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, sign),
          h('span', null, h('span', { class: 'strong' }, title), h('span', { class: 'sub' }, text)),
          icon('right'),
        ),
      )
    ),
  );

/** A text to be copied by hand, chosen whole when it is touched. @param {string} value @param {string} [label] @returns {any} */
export const copied = (value, label) =>
  h('input', {
    class: 'link-text',
    readonly: true,
    value,
    dir: 'ltr',
    'aria-label': label ?? false,
    onfocus: (event) => event.target.select(),
  });
