// Settings: of this device, and of the group where one may.

import { app, changed, go, say, setSettings } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { quickExit } from './exit.js';
import { inLanguage, language, languages, refusal, setLanguage, t } from './i18n.js';
import { icon, tabs, tiles } from './parts.js';
import { field, problemLine } from './sheets.js';
import { addsEntries, isLeader, makesTokens, readsIncomes } from './rights.js';
import { groupIcons, groupPicture } from './words.js';

const state = { name: null, groupId: '', problem: '', isBusy: false, asksForget: false };

/** The view. @returns {any} */
export function view() {
  if (state.groupId !== app.group.groupId) Object.assign(state, { groupId: app.group.groupId, name: null, problem: '' });
  return [h('h1', null, t('Settings')), looks(), group(), house(), drafts(), privacy(), devices()];
}

function looks() {
  const colours = [['auto', t('Like the device')], ['light', t('Light')], ['dark', t('Dark')]];
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('How it looks')),
    tabs(t('Language'), Object.entries(languages).map(([code, name]) => [code, inLanguage(code, name)]), language(), setLanguage),
    tabs(t('Colours'), colours, app.settings.theme || 'auto', (name) => setSettings({ theme: name === 'auto' ? '' : name })),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: app.settings.isHiding,
        onchange: (event) => setSettings({ isHiding: event.target.checked }),
      }),
      h('span', null, t('Hide amounts'), h('span', { class: 'sub' }, t('Dots stand in their place, on this device.'))),
    ),
  );
}

/** What else the group has, on pages of its own. */
function house() {
  const places = [
    ['rules', '🔁', t('Recurring entries'), t('What is entered again and again by itself')],
    ['categories', '🗂️', t('Categories'), t('What entries are for, and what is saved for festivals')],
    ['policies', '⚖️', t('Who may do what'), t('What this group decides, and what each role may')],
    addsEntries() ? ['imports', '📥', t('Import a file'), t('From your bank or another app')] : null,
  ].filter(Boolean);
  return tiles(places, go);
}

/** Whether others see that one enters something, and whether one sees it of them. */
function drafts() {
  const check = (name, title, text) =>
    h(
      'label',
      { class: 'check' },
      h('input', { type: 'checkbox', checked: !app.settings[name], onchange: (event) => setSettings({ [name]: !event.target.checked }) }),
      h('span', null, title, h('span', { class: 'sub' }, text)),
    );
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('While something is entered')),
    addsEntries()
      ? check(
        'keepsDrafts',
        t('Others see that I am entering something'),
        t('What for, and how an amount begins: never all of it. Nothing of it is kept.'),
      )
      : null,
    check(
      'hidesDrafts',
      t('I see what others are entering'),
      t('A line above what happens, and a question before the same is sent twice.'),
    ),
  );
}

function group() {
  const { shared } = app.group;
  if (!isLeader()) return null;
  const name = state.name ?? shared.name;
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('This group')),
    h(
      'form',
      {
        class: 'inline-field',
        onsubmit: (event) => {
          event.preventDefault();
          if (name.trim()) run({ updateGroup: { name: name.trim() } });
        },
      },
      field(
        t('Name of the group'),
        h('input', {
          value: name,
          maxlength: 50,
          oninput: (event) => {
            state.name = event.target.value;
            changed();
          },
        }),
      ),
      h('button', { type: 'submit', class: 'second', disabled: state.isBusy || !name.trim() || name.trim() === shared.name }, t('Save')),
    ),
    h(
      'fieldset',
      { class: 'chips' },
      h('legend', { class: 'label' }, t('Picture')),
      h(
        'div',
        { class: 'chip-row wrap' },
        groupIcons.map((key) =>
          h(
            'label',
            { class: 'chip', key },
            h('input', {
              type: 'radio',
              name: 'icon',
              'aria-label': key,
              checked: (shared.icon ?? '').split('.')[0] === key,
              onchange: () => run({ updateGroup: { icon: key } }),
            }),
            h('span', { 'aria-hidden': 'true' }, groupPicture(key)),
          )
        ),
      ),
    ),
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: shared.simplifyDebts,
        disabled: state.isBusy,
        onchange: (event) => run({ updateGroup: { simplifyDebts: event.target.checked } }),
      }),
      h(
        'span',
        null,
        t('Fewest payments'),
        h('span', { class: 'sub' }, t('Who pays whom is reckoned so that as few payments as possible settle everything.')),
      ),
    ),
    problemLine(state.problem),
  );
}

async function run(command) {
  state.isBusy = true;
  changed();
  const result = await client.command(command);
  Object.assign(state, {
    isBusy: false,
    name: null,
    problem: result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.'),
  });
  if (result.accepted) say(t('Saved.'));
  changed();
}

function privacy() {
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('Your privacy')),
    h(
      'p',
      null,
      t('Quick exit, here or at the top right, leaves this page at once, as Escape three times does. The page is emptied, and the way back does not lead to it.'),
    ),
    h('button', { type: 'button', class: 'second', onclick: quickExit }, icon('exit'), t('Quick exit')),
    readsIncomes()
      ? h('button', { type: 'button', class: 'second', onclick: () => go('settings', 'income') }, t('What you earn a month'))
      : null,
    h('button', { type: 'button', class: 'second', onclick: () => go('settings', 'payAddress') }, t('Where you receive money')),
    h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => go('separation') },
      app.group.inbox.isSeparated ? t('You read in silence') : t('Withdraw quietly'),
    ),
    h(
      'details',
      null,
      h('summary', null, t('What this device keeps')),
      h(
        'div',
        { class: 'stack tight' },
        h(
          'p',
          null,
          t("Your key to the server (a token), the groups as you saw them last, and what waits to be sent. It is in this browser's storage, readable for a person who can open this browser as you."),
        ),
        h(
          'p',
          null,
          t('The token is sent to this server only, never in an address. A person who has it is you: on a device that is not yours, forget it when you are done.'),
        ),
        h(
          'p',
          null,
          app.settings.told
            ? t('The service of your browser learns when this device is told something, and not what. No other site is told anything.')
            : t('Nothing here is asked of any other site, and no other site is told anything.'),
        ),
        h(
          'p',
          null,
          location.protocol === 'https:'
            ? t('On the way to the server everything is encrypted.')
            : t('On the way to the server nothing is encrypted: this address begins with http.'),
        ),
      ),
    ),
  );
}

function devices() {
  const tile = (sheet, sign, title, text) =>
    h(
      'button',
      { type: 'button', class: 'tile flat', onclick: () => go('settings', sheet) },
      h('span', { class: 'tile-sign' }, sign),
      h('span', null, h('span', { class: 'strong' }, title), h('span', { class: 'sub' }, text)),
      icon('right'),
    );
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('Devices')),
    tile('notices', h('span', { 'aria-hidden': 'true' }, '🔔'), t('What you are told'), t('On this device while the page is closed, or by mail')),
    tile('device', icon('device'), t('Your devices'), t('Link another one, or log out one that is lost')),
    makesTokens()
      ? tile('tokens', h('span', { 'aria-hidden': 'true' }, '🤖'), t('Programs that act for you'), t('Tokens by which they read this group, or enter in it'))
      : null,
    state.asksForget
      ? h(
        'div',
        { class: 'note stack' },
        h(
          'p',
          null,
          t('This browser forgets who you are. Without another linked device nobody can bring you back, and what waits to be sent is lost.'),
        ),
        h(
          'div',
          { class: 'row' },
          h('button', {
            type: 'button',
            class: 'danger',
            onclick: async () => {
              await client.logOut();
              state.asksForget = false;
              location.assign('/');
            },
          }, t('Forget everything here')),
          h('button', {
            type: 'button',
            class: 'quiet',
            onclick: () => {
              state.asksForget = false;
              changed();
            },
          }, t('Cancel')),
        ),
      )
      : h('button', {
        type: 'button',
        class: 'danger',
        onclick: () => {
          state.asksForget = true;
          changed();
        },
      }, t('Log out here')),
  );
}
