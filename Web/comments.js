// What members say beside an entry, in its sheet. The server tells it with how the entry stands.

import { app, changed, isPresent, me } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { refusal, t, timeText } from './i18n.js';
import { newID } from './ids.js';
import { person } from './parts.js';
import { field, problemLine } from './sheets.js';
import { clean } from './text.js';

const state = { id: '', text: '', problem: '', isBusy: false };

/** What was said, the first first, and a field to say more. @param {any} entry @param {any} standing @returns {any} */
export function comments(entry, standing) {
  if (state.id !== entry.id) Object.assign(state, { id: entry.id, text: '', problem: '', isBusy: false });
  const said = standing?.comments ?? [];
  const mine = may();
  if (!said.length && !mine) return null;
  return h(
    'section',
    { class: 'stack tight' },
    h('h3', null, t('Comments')),
    h(
      'ul',
      { class: 'people' },
      said.map((one) =>
        h(
          'li',
          { key: one.commentId },
          h(
            'span',
            { class: 'grow' },
            h('bdi', null, clean(one.text)),
            h('span', { class: 'sub' }, person(one.memberId), ', ', timeText(Number(one.atMs))),
          ),
          one.memberId === app.group.memberId && !isClosed()
            ? h('button', {
              class: 'quiet',
              type: 'button',
              disabled: state.isBusy,
              onclick: () => run({ removeComment: { entryId: entry.id, commentId: one.commentId } }),
            }, t('Take it away'))
            : null,
        )
      ),
    ),
    mine
      ? h(
        'form',
        {
          class: 'stack',
          onsubmit: (event) => {
            event.preventDefault();
            const text = state.text.trim();
            if (text) run({ commentEntry: { entryId: entry.id, commentId: newID(), text } });
          },
        },
        field(
          t('Say something'),
          h('input', {
            type: 'text',
            value: state.text,
            maxlength: 500,
            autocomplete: 'off',
            oninput: (event) => {
              state.text = event.target.value;
            },
          }),
          t('It changes no number. Everybody in the group reads it.'),
        ),
        problemLine(state.problem),
        h('button', { class: 'second', type: 'submit', disabled: state.isBusy }, t('Say it')),
      )
      : null,
  );
}

const isClosed = () => Boolean(app.group.shared.archivedAtMs || app.group.inbox.isSeparated);

/** Whether the reader may comment (SPEC EN-13). */
function may() {
  const { policies } = app.group.shared;
  const role = me()?.role;
  if (isClosed() || !me() || !isPresent(me())) return false;
  if (role === 'ROLE_VIEWER') return policies.POLICY_VIEWERS_DISPUTE ?? true;
  return role !== 'ROLE_MINOR' || (policies.POLICY_MINORS_DISPUTE ?? true);
}

async function run(command) {
  const { id } = state;
  state.isBusy = true;
  changed();
  const result = await client.command(command);
  if (state.id !== id) return;
  const problem = result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.');
  Object.assign(state, { isBusy: false, problem });
  if (result.accepted && command.commentEntry) state.text = '';
  changed();
}
