// The sheet in which an invite is made, and shown as link, code and QR code.

import { app, changed, closeSheet } from './app.js';
import * as client from './client.js';
import { copy } from './clipboard.js';
import { h } from './dom.js';
import { refusal, t } from './i18n.js';
import { newID } from './ids.js';
import { copied, icon } from './parts.js';
import { field, problemLine, sheet } from './sheets.js';
import { qrCode } from './qr.js';
import { isOwner } from './rights.js';
import { roleMeaning, roleWord } from './words.js';

const fresh = () => ({ role: 'ROLE_ADULT', uses: '1', days: '7', needsApproval: false, label: '', code: '', problem: '', isBusy: false });
const state = fresh();

/** The sheet. @returns {any} */
export function sheetFor() {
  return sheet(state.code ? t('Your invite') : t('Invite'), state.code ? made() : form(), { key: 'invite', onclose: leave });
}

function leave() {
  Object.assign(state, fresh());
  closeSheet();
}

function form() {
  const roles = [...(isOwner() ? ['ROLE_ADMIN'] : []), 'ROLE_ADULT', 'ROLE_VIEWER', 'ROLE_MINOR'];
  const set = (changes) => {
    Object.assign(state, changes, { problem: '' });
    changed();
  };
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        make();
      },
    },
    h(
      'fieldset',
      { class: 'chips' },
      h('legend', { class: 'label' }, t('They join as')),
      roles.map((role) =>
        h(
          'label',
          { class: 'choice', key: role },
          h('input', {
            type: 'radio',
            name: 'role',
            checked: state.role === role,
            onchange: () => set({ role }),
          }),
          h('span', null, h('span', { class: 'strong' }, roleWord(role)), h('span', { class: 'sub' }, roleMeaning(role))),
        )
      ),
    ),
    h(
      'details',
      null,
      h('summary', null, t('For how many, for how long')),
      h(
        'div',
        { class: 'stack' },
        h(
          'div',
          { class: 'pair' },
          field(
            t('Good for'),
            h(
              'select',
              { onchange: (event) => set({ uses: event.target.value }) },
              ['1', '5', '10', '20'].map((count) =>
                h(
                  'option',
                  { value: count, selected: state.uses === count },
                  count === '1' ? t('one person') : t('{n} people', { n: count }),
                )
              ),
            ),
          ),
          field(
            t('Ends after'),
            h(
              'select',
              { onchange: (event) => set({ days: event.target.value }) },
              ['1', '7', '30'].map((days) =>
                h('option', { value: days, selected: state.days === days }, days === '1' ? t('1 day') : t('{n} days', { n: days }))
              ),
            ),
          ),
        ),
        h(
          'label',
          { class: 'check' },
          h('input', { type: 'checkbox', checked: state.needsApproval, onchange: (event) => set({ needsApproval: event.target.checked }) }),
          h('span', null, t('I approve each person before they are in')),
        ),
      ),
    ),
    problemLine(state.problem),
    h('div', { class: 'actions' }, h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Make the invite'))),
  );
}

async function make() {
  state.isBusy = true;
  changed();
  const result = await client.command({
    createInvite: {
      inviteId: newID(),
      role: state.role,
      usesMax: Number(state.uses),
      expiresInSeconds: Number(state.days) * 86400,
      needsApproval: state.needsApproval,
    },
  });
  Object.assign(state, {
    isBusy: false,
    code: result.accepted?.inviteCode ?? '',
    problem: result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.'),
  });
  changed();
}

function made() {
  const link = `${location.origin}/join#${state.code}`;
  const text = t('Join {group} on Hearth: {link}', { group: app.group.shared.name, link });
  return h(
    'div',
    { class: 'stack center' },
    h(
      'p',
      { class: 'quiet-text' },
      state.uses === '1'
        ? t('The first person who opens this link can join: send it only to the person you invite.')
        : t('The first {n} who open this link can join: send it only to whom you mean.', { n: state.uses }),
    ),
    qrCode(link, t('The link as a QR code')),
    h('p', { class: 'code', dir: 'ltr' }, state.code),
    copied(link, t('Link of the invite')),
    h(
      'div',
      { class: 'row middle' },
      navigator.share
        ? h('button', { type: 'button', class: 'main', onclick: () => navigator.share({ text }).catch(() => {}) }, t('Send'))
        : null,
      h(
        'button',
        {
          type: 'button',
          class: navigator.share ? 'second' : 'main',
          onclick: () => copy(link),
        },
        icon('link'),
        t('Copy the link'),
      ),
    ),
    h('p', { class: 'hint' }, t('The code is shown this once. You can take it back under Members.')),
  );
}
