// The sheet with what one is told while the page is closed: on this device by its browser, and by mail. Loaded only when it is opened, or when this
// device is told.

import { app, changed, setSettings } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { language, refusal, t } from './i18n.js';
import { problemLine } from './sheets.js';

const form = new Form();
const state = { problem: '', isBusy: false };

/** The kinds of notices that leave the page. */
const kinds = () => [
  ['ALERTS', t('A budget is nearly spent')],
  ['REMINDERS', t('Somebody reminds you, or writes to you')],
  ['ENTRIES', t('Entries')],
  ['MEMBERS', t('Members')],
  ['BUDGETS', t('Budgets')],
];

/** The browser's part, where it has one. */
async function manager() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager;
}

/** Whether the page may be told at all. */
const isPossible = () => Boolean(app.pushKey && 'PushManager' in window && 'Notification' in window);

/**
 * Tells the server where this browser is told.
 * @param {PushSubscription} subscription @param {boolean} [isKnown] whether the server knows of one
 * @returns {Promise<any>} what was wrong, if anything
 */
async function send(subscription, isKnown = false) {
  const { endpoint, keys } = subscription.toJSON();
  const wish = { endpoint, key: keys?.p256dh, secret: keys?.auth, language: language(), hidesAmounts: app.settings.isHiding };
  const told = JSON.stringify(wish);
  if (isKnown && told === app.settings.told) return null;
  const answer = await client.ask({ setDevicePush: wish });
  if (answer.devices) setSettings({ told });
  return answer.devices ? null : answer;
}

/** Says anew where this browser is told, if that has changed, or that it is not any more. */
export async function refresh() {
  const subscription = await (await manager())?.getSubscription();
  if (subscription && isPossible()) {
    const { devices } = await client.ask({ listDevices: {} });
    if (devices) await send(subscription, devices.devices.some((one) => one.current && one.told));
  } else if ((await client.ask({ setDevicePush: {} })).devices) setSettings({ told: '' });
}

/** Ends it in this browser. */
export async function end() {
  await (await (await manager())?.getSubscription())?.unsubscribe();
}

async function turn(isOn) {
  Object.assign(state, { isBusy: true, problem: '' });
  changed();
  try {
    // A subscription of somebody who used this browser before is none of ours.
    await end();
    let answer = null;
    if (!isOn) await refresh();
    else if (await Notification.requestPermission() !== 'granted') {
      state.problem = t('The browser does not permit it. Its settings for this site say so.');
    } else {
      const options = { userVisibleOnly: true, applicationServerKey: app.pushKey };
      answer = await send(await (await manager()).subscribe(options));
    }
    if (answer) state.problem = answer.rejected ? refusal(answer.rejected) : t('There is no connection. Try again.');
    else if (isOn && !state.problem && !wants('PUSH').size) await want('PUSH', ['ALERTS', 'REMINDERS'], true);
  } catch {
    state.problem = t('The browser could not do it. Try again later.');
  }
  state.isBusy = false;
  changed();
}

/** The kinds that one wants in a channel. @param {string} channel @returns {Set<string>} */
function wants(channel) {
  const cells = app.group.shared.wishes?.[app.group.memberId] ?? {};
  return new Set(kinds().map(([kind]) => kind).filter((kind) => cells[`NOTICE_KIND_${kind} NOTICE_CHANNEL_${channel}`]));
}

async function want(channel, names, wanted) {
  const preferences = names.map((kind) => ({ kind: `NOTICE_KIND_${kind}`, channel: `NOTICE_CHANNEL_${channel}`, wanted }));
  const { rejected, accepted } = await client.command({ setPreferences: { preferences } });
  state.problem = rejected ? refusal(rejected) : accepted ? '' : t('There is no connection. Try again.');
  changed();
}

function choice(channel, title) {
  const wanted = wants(channel);
  return h(
    'fieldset',
    { class: 'stack tight' },
    h('legend', { class: 'label' }, title),
    kinds().map(([kind, text]) =>
      h(
        'label',
        { class: 'check', key: kind },
        h('input', { type: 'checkbox', checked: wanted.has(kind), onchange: (event) => want(channel, [kind], event.target.checked) }),
        h('span', null, text),
      )
    ),
  );
}

/** Keeps the addresses that were changed, one after the other. @param {Record<string, string>} known @param {Record<string, string>} values */
async function save(known, values) {
  const others = Object.keys(values).filter((channel) => values[channel].trim() !== (known[channel] ?? ''));
  if (!others.length) return form.leave();
  for (const channel of others) {
    const address = values[channel].trim();
    const wish = { channel: `NOTICE_CHANNEL_${channel}`, address, language: language(), hidesAmounts: app.settings.isHiding };
    const stays = channel !== others.at(-1);
    if (!await form.run({ setNoticeAddress: wish }, address ? t('Saved.') : t('Taken away.'), { stays })) return;
  }
}

/** The sheet. @returns {any} */
export function sheetFor() {
  const known = app.group.inbox.addresses ?? {};
  const values = form.open('notices', () => ({ MAIL: known.MAIL ?? '', PUSH: known.PUSH ?? '' }));
  return form.sheet(t('What you are told'), [
    h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: Boolean(app.settings.told),
        disabled: state.isBusy || !isPossible() || app.connection !== 'live',
        onchange: (event) => turn(event.target.checked),
      }),
      h(
        'span',
        null,
        t('Tell me on this device'),
        h(
          'span',
          { class: 'sub' },
          isPossible()
            ? t('Also while this page is closed, by the service of your browser, which cannot read it.')
            : app.pushKey
            ? t('This browser cannot. On an iPhone, add the page to the home screen first.')
            : t('This server does not.'),
        ),
      ),
    ),
    problemLine(state.problem),
    choice('PUSH', t('On your devices, of this group')),
    h(
      'details',
      null,
      h('summary', null, t('By mail')),
      h(
        'div',
        { class: 'stack' },
        choice('MAIL', t('By mail, of this group')),
        form.text(t('Email address'), 'MAIL', { type: 'email', maxlength: 254, dir: 'ltr' }),
        form.text(t('Address for push messages of another app'), 'PUSH', { maxlength: 128, dir: 'ltr', spellcheck: 'false' }),
        h('p', { class: 'hint' }, t('Such as your topic of ntfy, where the operator sends to it.')),
      ),
    ),
    h('p', { class: 'hint' }, t('With amounts, unless you hide amounts on this device. Nobody else sees where you are told.')),
  ], () => save(known, values));
}
