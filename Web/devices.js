// The sheet with this identity's devices: to link another by a QR code, or to end one.

import { app, changed, closeSheet, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dayText, refusal, t } from './i18n.js';
import { copied, icon } from './parts.js';
import { problemLine, sheet } from './sheets.js';
import { qrCode } from './qr.js';
import { clean } from './text.js';

const state = { devices: null, code: '', problem: '', isBusy: false };

/** The sheet. @returns {any} */
export function sheetFor() {
  if (app.connection === 'live' && state.devices === null && !state.isBusy) queueMicrotask(load);
  const link = `${location.origin}/#/link/${state.code}`;
  return sheet(
    t('Your devices'),
    h(
      'div',
      { class: 'stack' },
      state.code
        ? h(
          'div',
          { class: 'stack center' },
          h('p', null, t('Open this on the other device, within 10 minutes. A person who has it is you: show it to nobody else.')),
          qrCode(link, t('The link as a QR code')),
          h('p', { class: 'code', dir: 'ltr' }, state.code),
          copied(link, t('Link for the other device')),
        )
        : h(
          'button',
          { type: 'button', class: 'main', disabled: state.isBusy || app.connection !== 'live', onclick: makeCode },
          icon('device'),
          t('Link a device'),
        ),
      problemLine(state.problem),
      state.devices
        ? h(
          'ul',
          { class: 'people' },
          state.devices.map((one) =>
            h(
              'li',
              { key: one.deviceId },
              h(
                'span',
                { class: 'grow' },
                h('bdi', { class: 'strong' }, clean(one.name) || t('A device')),
                h('span', { class: 'sub' }, one.current ? t('this device') : t('last used: {day}', { day: dayText(one.usedOn ?? '') })),
              ),
              one.current ? null : h('button', {
                type: 'button',
                class: 'link',
                disabled: state.isBusy,
                onclick: () => revoke(one),
              }, t('Log out')),
            )
          ),
        )
        : h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.')),
    ),
    { key: 'devices', onclose: leave },
  );
}

function leave() {
  Object.assign(state, { devices: null, code: '', problem: '', isBusy: false });
  closeSheet();
}

async function ask(body) {
  state.isBusy = true;
  changed();
  const answer = await client.ask(body);
  Object.assign(state, {
    isBusy: false,
    problem: answer.rejected ? refusal(answer.rejected) : answer.broken ? t('There is no connection. Try again.') : '',
  });
  return answer;
}

async function load() {
  const answer = await ask({ listDevices: {} });
  state.devices = answer.devices?.devices ?? [];
  changed();
}

async function makeCode() {
  const answer = await ask({ createLink: {} });
  state.code = answer.linkCode?.code ?? '';
  changed();
}

async function revoke(one) {
  const answer = await ask({ revokeDevice: { deviceId: one.deviceId } });
  if (answer.deviceRevoked) say(t('It is logged out.'));
  state.devices = null;
  changed();
}
