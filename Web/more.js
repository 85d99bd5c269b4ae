// Further places, on a phone.

import { go } from './app.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { icon, tiles } from './parts.js';
import { children, invites, isMinor, showsAccounts } from './rights.js';

/** The view. @returns {any} */
export function view() {
  const places = [
    isMinor() || children().length
      ? [
        'child',
        'child',
        isMinor() ? t('My spending') : t('Children'),
        isMinor() ? t('Your notes, limits and allowance') : t('What the children you look after spend'),
      ]
      : null,
    ['charts', 'chart', t('Charts'), t('By category, by member, by month')],
    ['history', 'clock', t('History'), t('Every entry, and everything that happened')],
    ['members', 'people', t('Members'), t('Who is here, and who is invited')],
    showsAccounts() ? ['accounts', 'purse', t('Accounts'), t('Savings, cash and cards: yours, and shared ones')] : null,
    ['settings', 'gear', t('Settings'), t('Language, colours, devices, the group')],
  ].filter(Boolean);
  return [
    h('h1', null, t('More')),
    tiles(places.map(([name, sign, ...rest]) => [name, icon(sign), ...rest]), go),
    invites() ? h('button', { type: 'button', class: 'main wide', onclick: () => go('more', 'invite') }, icon('link'), t('Invite')) : null,
  ];
}
