// Members: who is here, who asks to join, which invites are open.

import { app, changed, go, isPresent, now, presentMembers, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dateText, dayOf, dayText, refusal, t, tn, tx } from './i18n.js';
import { newID } from './ids.js';
import { avatar, icon, person } from './parts.js';
import { field, problemLine } from './sheets.js';
import { addsPlaceholders, invites, isLeader } from './rights.js';
import { cleanName } from './text.js';
import { roleWord } from './words.js';

const state = { isAdding: false, name: '', role: 'ROLE_ADULT', problem: '', isBusy: false };

/** The view. @returns {any} */
export function view() {
  const gone = app.group.shared.members.filter((one) => !isPresent(one) && one.status !== 'MEMBER_STATUS_REPLACED');
  return [
    h(
      'div',
      { class: 'between' },
      h('h1', null, t('Members')),
      invites() ? h('button', { type: 'button', class: 'main', onclick: () => go('members', 'invite') }, icon('link'), t('Invite')) : null,
    ),
    requests(),
    ownRole(),
    h('ul', { class: 'card people' }, presentMembers().map(row)),
    addsPlaceholders() ? placeholder() : null,
    isLeader() ? openInvites() : null,
    gone.length ? h('details', null, h('summary', null, t('Former members')), h('ul', { class: 'card people' }, gone.map(row))) : null,
  ];
}

function row(one) {
  const id = one.memberId;
  const isOnline = app.group.online.includes(id);
  const more = [
    roleWord(one.role),
    one.status === 'MEMBER_STATUS_UNCLAIMED'
      ? t('has not joined yet')
      : one.status === 'MEMBER_STATUS_LEFT'
      ? t('left')
      : one.status === 'MEMBER_STATUS_REMOVED'
      ? t('removed')
      : isOnline
      ? t('here now')
      : '',
    one.proposedRole && Number(one.proposedEffectiveAtMs ?? 0)
      ? t('becomes {role} on {day}', { role: roleWord(one.proposedRole), day: dateText(dayOf(Number(one.proposedEffectiveAtMs))) })
      : one.proposedRole
      ? t('becomes {role} on accepting it', { role: roleWord(one.proposedRole) })
      : '',
    one.requestedRole ? t('asks to become {role}', { role: roleWord(one.requestedRole) }) : '',
  ].filter(Boolean);
  return h(
    'li',
    { key: id },
    avatar(id, 'presence'),
    h(
      'button',
      { type: 'button', class: 'grow', onclick: () => go('members', 'member', id) },
      person(id),
      id === app.group.memberId ? h('span', { class: 'badge' }, t('You')) : null,
      one.role === 'ROLE_OWNER' ? h('span', { 'aria-hidden': 'true' }, ' 👑') : null,
      h('span', { class: 'sub' }, more.join(' · ')),
    ),
    icon('right'),
  );
}

/** What waits for this member: a role that was proposed. */
function ownRole() {
  const one = app.group.shared.members.find((found) => found.memberId === app.group.memberId);
  if (!one?.proposedRole) return null;
  return h(
    'button',
    { type: 'button', class: 'tile', onclick: () => go('members', 'member', one.memberId) },
    h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, '📄'),
    h('span', null, t('You become {role} when you accept it. Look', { role: roleWord(one.proposedRole) })),
    icon('right'),
  );
}

function requests() {
  const asking = app.group.admin?.joinRequests ?? [];
  if (!asking.length) return null;
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('Who asks to join')),
    h(
      'ul',
      { class: 'people' },
      asking.map((one) =>
        h(
          'li',
          { key: one.memberId, class: 'wrap' },
          h(
            'span',
            { class: 'grow' },
            h('bdi', { class: 'name' }, cleanName(one.displayName)),
            h('span', { class: 'sub' }, roleWord(one.role), ' · ', dayText(dayOf(Number(one.atMs)))),
          ),
          h('button', {
            type: 'button',
            class: 'main',
            disabled: state.isBusy,
            onclick: () => run({ approveJoin: { memberId: one.memberId } }, t('Let in.')),
          }, t('Let in')),
          h('button', {
            type: 'button',
            class: 'quiet',
            disabled: state.isBusy,
            onclick: () => run({ declineJoin: { memberId: one.memberId } }, t('Not let in.')),
          }, t('Decline')),
        )
      ),
    ),
    problemLine(state.problem),
  );
}

function placeholder() {
  if (!state.isAdding) {
    return h(
      'button',
      {
        type: 'button',
        class: 'quiet wide',
        onclick: () => {
          state.isAdding = true;
          changed();
        },
      },
      icon('plus'),
      t('Add somebody who has not joined'),
    );
  }
  return h(
    'form',
    {
      class: 'card stack',
      onsubmit: async (event) => {
        event.preventDefault();
        if (!state.name.trim()) return;
        if (
          await run(
            { addPlaceholder: { memberId: newID(), displayName: state.name.trim(), role: state.role } },
            t('Added. Who joins under this name is asked whether it is them.'),
          )
        ) Object.assign(state, { isAdding: false, name: '' });
        changed();
      },
    },
    field(
      t('Name'),
      h('input', {
        value: state.name,
        maxlength: 50,
        required: true,
        ref: (element) => element.focus(),
        oninput: (event) => {
          state.name = event.target.value;
        },
      }),
    ),
    field(
      t('Role'),
      h(
        'select',
        {
          onchange: (event) => {
            state.role = event.target.value;
          },
        },
        ['ROLE_ADULT', 'ROLE_VIEWER', 'ROLE_MINOR'].map((role) =>
          h('option', { value: role, selected: state.role === role }, roleWord(role))
        ),
      ),
    ),
    problemLine(state.problem),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'main', disabled: state.isBusy }, t('Add')),
      h('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => {
          Object.assign(state, { isAdding: false, problem: '', name: '' });
          changed();
        },
      }, t('Cancel')),
    ),
  );
}

/** Whether an invite can still be used. */
const isOpen = (invite) => !invite.revoked && Number(invite.uses ?? 0) < Number(invite.usesMax ?? 1) && Number(invite.expiresAtMs) > now();

function openInvites() {
  const open = (app.group.admin?.invites ?? []).filter(isOpen);
  if (!open.length) return null;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, t('Open invites')),
    h(
      'ul',
      { class: 'people' },
      open.map((one) =>
        h(
          'li',
          { key: one.inviteId },
          h(
            'span',
            { class: 'grow' },
            one.label ? h('bdi', null, one.label) : t('for one more {role}', { role: roleWord(one.role) }),
            h(
              'span',
              { class: 'sub' },
              tn(Number(one.usesMax ?? 1) - Number(one.uses ?? 0), 'good once', 'good {n} times'),
              ' · ',
              t('until {day}', { day: dateText(dayOf(Number(one.expiresAtMs))) }),
              one.needsApproval ? ` · ${t('to be approved')}` : '',
              one.createdBy ? [' · ', tx('by {name}', { name: person(one.createdBy) })] : '',
            ),
          ),
          invites()
            ? h('button', {
              type: 'button',
              class: 'link',
              onclick: () => run({ revokeInvite: { inviteId: one.inviteId } }, t('Taken back: nobody can join by it any more.')),
            }, t('Take back'))
            : null,
        )
      ),
    ),
  );
}

async function run(command, done) {
  Object.assign(state, { isBusy: true, problem: '' });
  changed();
  const result = await client.command(command);
  Object.assign(state, {
    isBusy: false,
    problem: result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.'),
  });
  if (result.accepted) say(done);
  changed();
  return Boolean(result.accepted);
}
