// The sheet of one member: name, colour, role, guardians, and the end of a membership.

import { app, changed, closeSheet, isOpen, isPresent, nameOf, presentMembers, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { endsBy, sayDone } from './ends.js';
import { dateText, dayOf, list, refusal, t, tx } from './i18n.js';
import { notice, noticeVersion } from './notice.js';
import { avatar, person } from './parts.js';
import { field, problemLine, sheet } from './sheets.js';
import { isLeader, isOwner } from './rights.js';
import { partyOf } from './parties.js';
import { roleMeaning, roleWord } from './words.js';

/** `asks` is what is asked once more, `ends` what would end by it, and `role` the role that is asked about. */
const state = { id: '', name: '', asks: '', ends: '', role: '', problem: '', isBusy: false };
const roles = ['ROLE_ADMIN', 'ROLE_ADULT', 'ROLE_VIEWER', 'ROLE_MINOR'];
const colors = ['#9a3412', '#1d4ed8', '#047857', '#7e22ce', '#b91c1c', '#0e7490', '#a16207', '#be185d'];

/** The sheet. @param {string} _kind @param {string} id @returns {any} */
export function sheetFor(_kind, id) {
  const one = app.group.shared.members.find((found) => found.memberId === id);
  if (!one) return null;
  if (state.id !== id) Object.assign(state, { id, name: one.displayName, asks: '', ends: '', role: '', problem: '', isBusy: false });
  const isMe = id === app.group.memberId;
  const owner = isOwner();
  return sheet(
    person(id),
    h(
      'div',
      { class: 'stack' },
      h(
        'div',
        { class: 'pair-of' },
        avatar(id, 'presence'),
        h('div', null, h('p', { class: 'strong' }, roleWord(one.role)), h('p', { class: 'hint' }, roleMeaning(one.role))),
      ),
      one.joinedAtMs ? h('p', { class: 'hint' }, t('In the group since {day}', { day: dateText(dayOf(Number(one.joinedAtMs))) })) : null,
      isMe && one.proposedRole ? proposed(one) : null,
      isPresent(one) && (isMe || owner) ? naming(one) : null,
      isPresent(one) && owner && one.role !== 'ROLE_OWNER' ? roleChoice(one) : null,
      isPresent(one) ? party(one) : null,
      isMe && one.role === 'ROLE_MINOR' ? asking() : null,
      owner && one.role === 'ROLE_MINOR' ? guardians(one) : null,
      requested(one),
      problemLine(state.problem),
      ending(one, isMe, owner),
    ),
    { key: `member ${id}`, onclose: leave },
  );
}

/** Closes the sheet; it begins anew the next time. */
function leave() {
  state.id = '';
  closeSheet();
}

async function run(command, done, closes = true) {
  const { route } = app;
  state.isBusy = true;
  changed();
  const rules = app.group.shared.recurring;
  const result = await client.command(command);
  const problem = result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.');
  if (state.id === route.id) Object.assign(state, { isBusy: false, asks: '', role: '', problem });
  if (problem && !isOpen(route)) say(problem);
  changed();
  if (!result.accepted) return;
  if (closes && isOpen(route)) leave();
  sayDone(done, result.accepted, rules);
}

/**
 * Asks before something is done, and what would end by it.
 * @param {string} what @param {any} command
 */
async function askAbout(what, command) {
  const { id } = state;
  Object.assign(state, { asks: what, ends: '' });
  changed();
  const ends = await endsBy(command);
  if (state.id !== id || state.asks !== what) return;
  state.ends = ends;
  changed();
}

/** Gives another role: what ends by it is asked about first. @param {any} one @param {string} role */
async function changeRole(one, role) {
  const { id } = state;
  Object.assign(state, { role, isBusy: true });
  changed();
  const ends = await endsBy({ changeRole: { memberId: one.memberId, role } });
  if (state.id !== id) return;
  state.isBusy = false;
  if (!ends) return giveRole(one, role);
  Object.assign(state, { asks: 'role', ends });
  changed();
}

const giveRole = (one, role) =>
  run(
    { changeRole: { memberId: one.memberId, role } },
    role === 'ROLE_MINOR' ? t('They become a minor when they accept it.') : t('Saved.'),
  );

function naming(one) {
  const id = one.memberId;
  return [
    h(
      'form',
      {
        class: 'stack',
        onsubmit: (event) => {
          event.preventDefault();
          if (state.name.trim() && state.name.trim() !== one.displayName) {
            run({
              renameMember: { memberId: id, displayName: state.name.trim() },
            }, t('Saved.'));
          }
        },
      },
      h(
        'div',
        { class: 'inline-field' },
        field(
          t('Name'),
          h('input', {
            value: state.name,
            maxlength: 50,
            oninput: (event) => {
              state.name = event.target.value;
              changed();
            },
          }),
        ),
        h('button', {
          type: 'submit',
          class: 'second',
          disabled: state.isBusy || !state.name.trim() || state.name.trim() === one.displayName,
        }, t('Save')),
      ),
    ),
    h(
      'fieldset',
      { class: 'chips' },
      h('legend', { class: 'label' }, t('Colour')),
      h(
        'div',
        { class: 'chip-row wrap' },
        colors.map((color, place) =>
          h('button', {
            type: 'button',
            class: 'color',
            style: { background: color },
            'aria-label': t('Colour {n}', { n: place + 1 }),
            'aria-pressed': String(one.color === color),
            onclick: () => run({ setMemberColor: { memberId: id, color } }, t('Saved.'), false),
          })
        ),
      ),
    ),
  ];
}

function roleChoice(one) {
  const wished = state.role || one.role;
  return [
    field(
      t('Role'),
      h('select', {
        value: wished,
        disabled: state.isBusy || Boolean(state.asks),
        onchange: (event) => changeRole(one, event.target.value),
      }, roles.map((role) => h('option', { value: role, selected: wished === role }, roleWord(role)))),
    ),
    state.asks === 'role'
      ? question(tx('{name} becomes {role}.', { name: person(one.memberId), role: roleWord(state.role) }), () => giveRole(one, state.role))
      : null,
  ];
}

/** With whom the member settles as one (SPEC PT-01): said by owner and admins, seen by all. @param {any} one @returns {any} */
function party(one) {
  const others = partyOf(one.memberId).filter((id) => id !== one.memberId);
  if (!isLeader() || app.group.shared.archivedAtMs) {
    return others.length ? h('p', { class: 'hint' }, tx('Settles as one with {names}', { names: list(others.map(person)) })) : null;
  }
  return field(
    t('Settles as one with'),
    h('select', {
      value: others[0] ?? '',
      disabled: state.isBusy,
      onchange: (event) => run({ setParty: { memberId: one.memberId, withMemberId: event.target.value } }, t('Saved.'), false),
    }, [
      h('option', { value: '', selected: !others.length }, t('nobody: alone')),
      ...presentMembers().filter((found) => found.memberId !== one.memberId).map((found) =>
        h('option', { value: found.memberId, selected: found.memberId === others[0] }, nameOf(found.memberId))
      ),
    ]),
    others.length > 1 ? tx('Settles as one with {names}', { names: list(others.map(person)) }) : null,
  );
}

/** A question with what would end by it. @param {any} text @param {() => void} yes @returns {any} */
function question(text, yes) {
  return h(
    'div',
    { class: 'note stack' },
    h('p', null, text),
    state.ends ? h('p', { class: 'strong', role: 'status' }, state.ends) : null,
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'danger', disabled: state.isBusy, onclick: yes }, t('Yes')),
      h('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          Object.assign(state, { asks: '', ends: '', role: '' });
          changed();
        },
      }, t('Cancel')),
    ),
  );
}

function proposed(one) {
  return h(
    'section',
    { class: 'note stack' },
    h('h3', null, t('What others see of you')),
    notice.map((text) => h('p', { key: text }, t(text))),
    h('button', {
      type: 'button',
      class: 'main',
      disabled: state.isBusy,
      onclick: () => run({ acknowledgeRole: { acceptsTransparency: noticeVersion } }, t('Accepted.')),
    }, t('I have read this. Become {role}', { role: roleWord(one.proposedRole) })),
  );
}

function asking() {
  const wanted = app.group.minors[app.group.memberId]?.requestedRole;
  if (wanted) return h('p', { class: 'hint' }, t('You have asked to become {role}. The owner decides.', { role: roleWord(wanted) }));
  return h('button', {
    type: 'button',
    class: 'second',
    disabled: state.isBusy,
    onclick: () => run({ requestRole: { role: 'ROLE_ADULT' } }, t('The owner and your guardians see that you ask.')),
  }, t('Ask to become adult'));
}

function requested(one) {
  const role = app.group.minors[one.memberId]?.requestedRole || one.requestedRole;
  if (!role || !isOwner()) return null;
  return h(
    'div',
    { class: 'note stack' },
    h('p', null, tx('{name} asks to become {role}', { name: person(one.memberId), role: roleWord(role) })),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { type: 'button', class: 'main', onclick: () => run({ approveRole: { memberId: one.memberId, role } }, t('Saved.')) },
        t('Agree'),
      ),
      h(
        'button',
        { type: 'button', class: 'quiet', onclick: () => run({ declineRole: { memberId: one.memberId } }, t('Declined.')) },
        t('Decline'),
      ),
    ),
  );
}

function guardians(one) {
  const now = app.group.minors[one.memberId]?.guardians ?? [];
  const able = presentMembers().filter((found) =>
    found.status === 'MEMBER_STATUS_ACTIVE' && ['ROLE_ADMIN', 'ROLE_ADULT'].includes(found.role)
  );
  return h(
    'fieldset',
    { class: 'chips' },
    h('legend', { class: 'label' }, t('Who looks after them besides you')),
    able.length
      ? able.map((found) =>
        h(
          'label',
          { class: 'check', key: found.memberId },
          h('input', {
            type: 'checkbox',
            checked: now.includes(found.memberId),
            disabled: state.isBusy,
            onchange: (event) =>
              run(
                { setGuardian: { minorId: one.memberId, memberId: found.memberId, ...(event.target.checked ? {} : { removed: true }) } },
                t('Saved.'),
                false,
              ),
          }),
          person(found.memberId),
        )
      )
      : h('p', { class: 'hint' }, t('Nobody else could: admins and adults can.')),
  );
}

function ending(one, isMe, owner) {
  const id = one.memberId;
  const asked = (what, label, text, command, done, kind = 'danger') => {
    if (state.asks === what) return question(text, () => run(command, done));
    return state.asks ? null : h('button', { type: 'button', class: kind, onclick: () => askAbout(what, command) }, label);
  };
  if (isMe) {
    if (owner) return h('p', { class: 'hint' }, t('An owner leaves once another member is the owner.'));
    return asked('leave', t('Leave the group'), t('What you owe or are owed stays in the books.'), { leaveGroup: {} }, t('You have left.'));
  }
  const mayRemove = isPresent(one) &&
    (owner ||
      (app.group.shared.members.find((found) => found.memberId === app.group.memberId)?.role === 'ROLE_ADMIN' &&
        ['ROLE_ADULT', 'ROLE_VIEWER'].includes(one.role)));
  return [
    owner && one.status === 'MEMBER_STATUS_ACTIVE' && ['ROLE_ADMIN', 'ROLE_ADULT'].includes(one.role)
      ? asked(
        'own',
        t('Make them the owner'),
        tx('{name} decides about everything from then on, and you become an admin.', { name: person(id) }),
        { transferOwnership: { memberId: id } },
        t('Saved.'),
        'quiet',
      )
      : null,
    mayRemove
      ? asked(
        'remove',
        t('Remove from the group'),
        t('Their entries stay. They see nothing that comes later.'),
        { removeMember: { memberId: id } },
        t('Removed.'),
      )
      : null,
    owner && one.status === 'MEMBER_STATUS_REMOVED'
      ? h(
        'button',
        { type: 'button', class: 'second', onclick: () => run({ restoreMember: { memberId: id } }, t('Taken back.')) },
        t('Take them back'),
      )
      : null,
  ];
}
