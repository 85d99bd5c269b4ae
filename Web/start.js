// Before there is a room: a new group, an invite's code, or a code of another device.

import { app, changed, say, setSettings } from './app.js';
import { arrival, useInvite } from './arrival.js';
import * as client from './client.js';
import { h } from './dom.js';
import { frame } from './frame.js';
import { language, refusal, t } from './i18n.js';
import { codeIn, newID } from './ids.js';
import { usualCurrencies } from './amounts.js';
import { empty, icon, tabs } from './parts.js';
import { field, problemLine } from './sheets.js';

const state = { problem: '', isBusy: false, mode: '' };

function finish(changes) {
  Object.assign(state, changes, { isBusy: false });
  changed();
}

/** The page for somebody who is not known yet. @returns {any} */
export function welcome() {
  if (app.identity === 'lost') {
    return frame(
      empty(
        '🔒',
        t('This device is not logged in any more'),
        t('It was revoked, its token has expired, or the operator suspended your account. Link it anew from another device, or start afresh.'),
        h(
          'div',
          { class: 'stack' },
          linkForm(),
          h('button', {
            type: 'button',
            class: 'quiet',
            onclick: async () => {
              await client.forgetDevice();
              changed();
            },
          }, t('Forget what this device keeps')),
        ),
      ),
    );
  }
  return frame(
    h('h1', { class: 'claim' }, t('Money you share, in one room')),
    h('p', { class: 'quiet-text' }, t('Enter what you spend together. Everybody sees it at once, and who owes whom.')),
    choices(),
  );
}

/** The page for somebody who is known and in no group. @returns {any} */
export function noGroup() {
  return frame(h('h1', { class: 'claim' }, t('Your first group')), choices());
}

function choices() {
  if (arrival.linkCode) state.mode ||= 'link';
  const mode = state.mode || 'create';
  return h(
    'div',
    { class: 'card' },
    tabs(t('How to begin'), [['create', t('New group')], ['code', t('I have an invite')], ['link', t('My other device')]], mode, (name) => {
      state.mode = name;
      state.problem = '';
      changed();
    }),
    mode === 'create' ? createForm() : mode === 'code' ? codeForm() : linkForm(),
  );
}

function createForm() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return h(
    'form',
    { class: 'stack', key: 'create', onsubmit: create },
    field(
      t('Your name'),
      h('input', {
        name: 'name',
        required: true,
        maxlength: 50,
        autocomplete: 'name',
        ref: (element) => {
          element.value ||= app.settings.name;
        },
      }),
    ),
    field(t('Name of the group'), h('input', { name: 'group', required: true, maxlength: 50, placeholder: t('Sharma family, Flat 4B …') })),
    h(
      'div',
      { class: 'pair' },
      field(
        t('Currency'),
        h(
          'select',
          {
            name: 'currency',
            ref: (element) => {
              element.value = usualCurrency(zone);
            },
          },
          usualCurrencies.map((code) => h('option', { value: code }, code)),
        ),
      ),
      field(
        t('Kind'),
        h(
          'select',
          { name: 'template' },
          h('option', { value: 'GROUP_TEMPLATE_FAMILY' }, t('Family')),
          h('option', { value: 'GROUP_TEMPLATE_SPLIT_GROUP' }, t('Flatmates or friends')),
        ),
      ),
    ),
    problemLine(state.problem),
    h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Make the group')),
  );
}

/** The currency that is likely where the device is. */
function usualCurrency(zone) {
  if (/Kolkata|Calcutta/.test(zone)) return 'INR';
  if (/London/.test(zone)) return 'GBP';
  if (/^Europe\//.test(zone)) return 'EUR';
  if (/^America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage)/.test(zone)) return 'USD';
  return language() === 'hi' ? 'INR' : 'EUR';
}

async function create(event) {
  event.preventDefault();
  const form = event.target.elements;
  const [name, group] = [form.name.value.trim(), form.group.value.trim()];
  if (!name || !group || state.isBusy) return;
  setSettings({ name });
  await makeGroup({ name: group, displayName: name, currency: form.currency.value, template: form.template.value });
}

/**
 * Makes a group and opens it.
 * @param {{name: string, displayName: string, currency: string, template: string}} wish
 * @returns {Promise<string>} what was wrong, or ''
 */
export async function makeGroup(wish) {
  finish({ problem: '' });
  state.isBusy = true;
  if (app.identity !== 'known') {
    const { rejected } = await client.introduce({ register: { displayName: wish.displayName } });
    if (rejected) return finish({ problem: refusal(rejected) }), state.problem;
    await client.askWhenLive({ listGroups: {} });
  }
  const groupId = newID();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const result = await client.command({
    createGroup: { ...wish, timeZone: timeZone === 'Asia/Calcutta' ? 'Asia/Kolkata' : timeZone, memberId: newID() },
  }, { groupId });
  finish({ problem: result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.') });
  if (!result.accepted) return state.problem;
  await client.open(groupId);
  client.readGroups();
  return '';
}

function codeForm() {
  return h(
    'form',
    {
      class: 'stack',
      key: 'code',
      onsubmit: (event) => {
        event.preventDefault();
        const code = codeIn(event.target.elements.code.value);
        if (!code) return finish({ problem: t('A code has 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.') });
        useInvite(code);
      },
    },
    field(t('Code or link of the invite'), codeInput()),
    problemLine(state.problem),
    h('button', { class: 'main', type: 'submit' }, t('Look at the invite')),
  );
}

/** Where a code is typed. @param {string} [code] what stands there first @returns {any} */
const codeInput = (code) =>
  h('input', {
    name: 'code',
    required: true,
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    placeholder: 'XXXX-XXXX-XXXX-XXXX',
    ref: (element) => {
      element.value ||= code ?? '';
    },
  });

function linkForm() {
  return h(
    'form',
    {
      class: 'stack',
      key: 'link',
      onsubmit: async (event) => {
        event.preventDefault();
        const code = codeIn(event.target.elements.code.value);
        if (!code || state.isBusy) return finish({ problem: t('A code has 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.') });
        finish({ problem: '' });
        const { rejected } = await client.introduce({ linkDevice: { code } });
        arrival.linkCode = '';
        finish({ problem: rejected ? refusal(rejected) : '' });
        if (!rejected) say(t('This device is yours now.'));
      },
    },
    h(
      'p',
      { class: 'hint' },
      t('On a device that is logged in, open Settings, then Devices, then Link a device. It shows a code that is good once, for 10 minutes.'),
    ),
    field(t('Code of your other device'), codeInput(arrival.linkCode)),
    problemLine(state.problem),
    h('button', { class: 'main', type: 'submit' }, icon('device'), t('Log in')),
  );
}
