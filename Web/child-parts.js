// What stands on a child's screen beside the money: what they ask for, the accounts that they read, and what was said.

import { accounts, accountSign, accountType, current, isShareableWith, readBy } from './account-state.js';
import { accountTile } from './accounts.js';
import { app, go, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dateText, dayOf, dayText, refusal, t, tx } from './i18n.js';
import { avatar, icon, person } from './parts.js';
import { isOwner, keepsAccounts } from './rights.js';
import { field } from './sheets.js';
import { clean } from './text.js';
import { roleWord } from './words.js';

/** That the child asks for another role: the owner answers here, too. @param {string} id @param {any} lane @param {boolean} isOwn @returns {any} */
export function request(id, lane, isOwn) {
  const role = lane.requestedRole;
  if (!role || role === 'ROLE_UNSPECIFIED') return null;
  const answer = async (command, done) => {
    const result = await client.command(command);
    say(result.accepted ? done : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
  };
  return h(
    'section',
    { class: 'note stack', 'aria-label': t('Requests') },
    h(
      'p',
      null,
      isOwn
        ? t('You have asked to become {role}. The owner decides.', { role: roleWord(role) })
        : tx('{name} asks to become {role}', { name: person(id), role: roleWord(role) }),
    ),
    isOwner()
      ? h(
        'div',
        { class: 'row' },
        h('button', {
          type: 'button',
          class: 'main',
          onclick: () => answer({ approveRole: { memberId: id, role } }, t('Saved.')),
        }, t('Agree')),
        h('button', {
          type: 'button',
          class: 'quiet',
          onclick: () => answer({ declineRole: { memberId: id } }, t('Declined.')),
        }, t('Decline')),
      )
      : null,
  );
}

/**
 * Accounts that the child sees, as far as the reader knows of them; who looks after the child may share one of their own.
 * @param {string} id @param {boolean} isOwn @returns {any}
 */
export function accountsOf(id, isOwn) {
  const shown = readBy(id);
  const others = (app.group.minors[id]?.accesses ?? []).filter((one) => !shown.some((seen) => seen.id === one.accountId));
  const shares = !isOwn && keepsAccounts();
  if (!shown.length && !others.length && !shares) return null;
  const hasOne = accounts().some((one) => isShareableWith(one, id));
  return h(
    'section',
    { class: 'card stack' },
    h(
      'div',
      { class: 'between' },
      h('h2', null, t('Accounts')),
      shares
        ? h(
          'button',
          { type: 'button', class: 'second', onclick: () => go('child', 'accountShare', `.${id}`) },
          icon('plus'),
          t('Share an account'),
        )
        : null,
    ),
    shown.length ? h('ul', { class: 'tiles' }, shown.map((one) => accountTile(one, 'child'))) : null,
    others.length ? h('ul', { class: 'people' }, others.map(access)) : null,
    shown.length || others.length ? null : h(
      'p',
      { class: 'hint' },
      hasOne ? t('They see none of your accounts yet. A child reads, and changes nothing.') : t('They see none of your accounts.'),
    ),
  );
}

/** An account that the child reads and the reader does not: whose it is, and no amounts. */
const access = (one) =>
  h(
    'li',
    { key: one.accountId },
    h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, accountSign(one.type)),
    h(
      'span',
      { class: 'grow' },
      h('bdi', null, clean(one.name)),
      h(
        'span',
        { class: 'sub' },
        accountType(one.type),
        ' · ',
        tx('of {name}', { name: person(current(one.ownerId)) }),
        ' · ',
        t('read since {day}', { day: dateText(dayOf(Number(one.atMs))) }),
      ),
    ),
  );

/** What was said between the reader and the child, and a place to say something kind. @param {string} id @param {boolean} isOwn @returns {any} */
export function coaching(id, isOwn) {
  const said = (app.group.inbox.coaching ?? []).filter((one) => isOwn || one.senderId === id || one.recipientId === id).slice(-5);
  const hasAccount = app.group.shared.members.find((one) => one.memberId === id)?.status === 'MEMBER_STATUS_ACTIVE';
  if (isOwn ? !said.length : !hasAccount) return null;
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, isOwn ? t('What was said') : t('Something kind')),
    said.length
      ? h(
        'ul',
        { class: 'people' },
        said.map((one) =>
          h(
            'li',
            { key: `${one.atMs} ${one.senderId}` },
            avatar(one.senderId, 'small'),
            h('span', { class: 'grow' }, h('bdi', null, clean(one.text)), h('span', { class: 'sub' }, dayText(dayOf(Number(one.atMs))))),
          )
        ),
      )
      : null,
    isOwn ? null : h(
      'form',
      {
        class: 'inline-field',
        onsubmit: (event) => {
          event.preventDefault();
          tell(id, event.target.elements.text);
        },
      },
      field(t('Only the two of you see it.'), h('input', { name: 'text', maxlength: 500, autocomplete: 'off' })),
      h('button', { type: 'submit', class: 'second' }, t('Say it')),
    ),
  );
}

async function tell(id, input) {
  const text = input.value.trim();
  if (!text) return;
  const result = await client.command({ sendCoaching: { recipientId: id, text } });
  if (result.accepted) input.value = '';
  say(result.accepted ? t('Said.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
}
