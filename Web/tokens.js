// The sheet with the reader's tokens, by which programs act for them in this group: to make one, which is shown this
// once, or to end one.

import { app, changed, now, say } from './app.js';
import * as client from './client.js';
import { copy } from './clipboard.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dateText, dayOf, dayText, refusal, t, tx } from './i18n.js';
import { copied } from './parts.js';
import { makesTokens } from './rights.js';
import { field, sheet } from './sheets.js';
import { clean } from './text.js';

const form = new Form();
const [reads, writes] = ['GROUP_TOKEN_ACCESS_READ', 'GROUP_TOKEN_ACCESS_WRITE'];

/** The sheet. @returns {any} */
export function sheetFor() {
  const values = form.open(`tokens ${app.group.groupId}`, () => ({ name: '', access: reads, days: '90', tokens: null, token: '', made: null }));
  if (app.connection === 'live' && values.tokens === null && !form.isBusy) queueMicrotask(load);
  if (values.token) return sheet(t('The token'), made(values), { key: 'token made', onclose: form.leave });
  return form.sheet(
    t('Programs that act for you'),
    [
      h('p', { class: 'quiet-text' }, t('A program with a token of yours reads this group as you do. Give each program its own.')),
      list(values),
      form.text(t('What the program is called'), 'name', { maxlength: 50 }),
      makesTokens(true)
        ? form.choice(t('What it may do'), 'access', [[reads, t('only read')], [writes, t('read, and enter in your name')]])
        : null,
      form.choice(t('Ends after'), 'days', ['7', '30', '90', '365'].map((days) => [days, t('{n} days', { n: days })])),
    ],
    make,
    { label: t('Make a token') },
  );
}

/** @param {any} values */
function list({ tokens }) {
  if (!tokens) return h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.'));
  const asked = tokens.find((one) => one.tokenId === form.asks);
  return [
    h(
      'ul',
      { class: 'people' },
      tokens.map((one) =>
        h(
          'li',
          { key: one.tokenId },
          h(
            'span',
            { class: 'grow' },
            h('bdi', { class: 'strong' }, clean(one.name)),
            h(
              'span',
              { class: 'sub' },
              [
                one.access === writes ? t('reads and enters') : t('reads [token]'),
                Number(one.endsAtMs) > now() ? t('until {day}', { day: dateText(dayOf(Number(one.endsAtMs))) }) : t('has ended'),
                one.usedOn ? t('last used: {day}', { day: dayText(one.usedOn) }) : t('never used'),
              ].join(' · '),
            ),
          ),
          h('button', { type: 'button', class: 'link', disabled: form.isBusy, onclick: () => form.ask(one.tokenId) }, t('Revoke')),
        )
      ),
    ),
    asked
      ? form.asked(
        asked.tokenId,
        t('Revoke'),
        tx('Revoke {name}? It is let in no more.', { name: h('bdi', null, clean(asked.name)) }),
        t('Yes, revoke'),
        () => revoke(asked),
      )
      : null,
  ];
}

/** @param {any} values */
function made({ token, made: { name, access, endsAtMs } }) {
  const said = { name: h('bdi', null, clean(name)), day: dateText(dayOf(Number(endsAtMs))) };
  return h(
    'div',
    { class: 'stack' },
    h(
      'p',
      null,
      access === writes
        ? tx('{name} reads what you may and enters in your name, in this group alone, until {day}. It ends with this device, too.', said)
        : tx('{name} reads what you may, in this group alone, until {day}. It ends with this device, too.', said),
    ),
    field(
      t('The token'),
      copied(token),
      t('It is shown this once. Keep it where the program reads it, and show it to nobody.'),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'main', onclick: () => copy(token) }, t('Copy the token')),
      h('button', { type: 'button', class: 'quiet', onclick: () => form.set({ token: '', made: null }) }, t('I have kept it')),
    ),
  );
}

/** Asks the server; null where the sheet was closed meanwhile or it said no. @param {any} body @returns {Promise<any>} */
async function ask(body) {
  const { key } = form;
  form.isBusy = true;
  changed();
  const answer = await client.ask(body);
  if (form.key !== key) return null;
  form.isBusy = false;
  form.asks = '';
  form.problem = answer.rejected ? refusal(answer.rejected) : answer.broken ? t('There is no connection. Try again.') : '';
  return form.problem ? null : answer;
}

async function load() {
  const { values } = form;
  const answer = await ask({ listGroupTokens: { groupId: app.group.groupId } });
  values.tokens = answer?.groupTokens?.tokens ?? [];
  changed();
}

async function make() {
  const { values } = form;
  if (form.isBusy) return;
  if (!values.name.trim()) return form.fail(t('Say what the program is called.'));
  const { access, days } = values;
  const answer = await ask({ createGroupToken: { groupId: app.group.groupId, access, name: values.name.trim(), days: Number(days) } });
  if (answer) form.set({ ...answer.groupTokenCreated, tokens: null, name: '' });
  else changed();
}

async function revoke(one) {
  const answer = await ask({ revokeGroupToken: { tokenId: one.tokenId, groupId: app.group.groupId } });
  if (!answer) return changed();
  say(t('It is let in no more.'));
  form.set({ tokens: null });
}
