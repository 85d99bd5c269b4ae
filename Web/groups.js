// The sheet with all groups of this identity: to go to another, make one, or join one.

import { app, changed, closeSheet, isOpen, me, presentMembers, say } from './app.js';
import { useInvite } from './arrival.js';
import * as client from './client.js';
import { h } from './dom.js';
import { t, tn } from './i18n.js';
import { codeIn } from './ids.js';
import { usualCurrencies } from './amounts.js';
import { icon } from './parts.js';
import { field, problemLine, sheet } from './sheets.js';
import { makeGroup } from './start.js';
import { clean } from './text.js';
import { groupPicture, roleWord } from './words.js';

const state = { mode: '', currency: '', problem: '', isBusy: false };

/** The sheet. @returns {any} */
export function sheetFor() {
  return sheet(
    t('Your groups'),
    h(
      'div',
      { class: 'stack' },
      h(
        'ul',
        { class: 'stack tight' },
        app.groups.map((one) =>
          h(
            'li',
            { key: one.groupId },
            h(
              'button',
              {
                type: 'button',
                class: 'tile',
                'aria-current': one.groupId === app.group.groupId ? 'true' : false,
                onclick: () => choose(one),
              },
              h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, groupPicture(one.icon)),
              h(
                'span',
                null,
                h('bdi', { class: 'strong' }, clean(one.name) || '?'),
                h(
                  'span',
                  { class: 'sub' },
                  one.damaged ? t('damaged: ask the operator') : [
                    tn(one.groupId === app.group.groupId ? presentMembers().length : one.memberCount ?? 0, '1 member', '{n} members'),
                    roleWord(one.groupId === app.group.groupId ? me()?.role : one.role),
                    one.archived ? t('archived') : '',
                  ].filter(Boolean).join(' · '),
                ),
              ),
              one.groupId === app.group.groupId ? h('span', { class: 'badge good' }, t('open [shown]')) : icon('right'),
            ),
          )
        ),
      ),
      state.mode === 'create' ? creating() : state.mode === 'code' ? joining() : h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            onclick: () => set({ mode: 'create' }),
          },
          icon('plus'),
          t('New group'),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'second',
            onclick: () => set({ mode: 'code' }),
          },
          icon('link'),
          t('I have an invite'),
        ),
      ),
    ),
    { onclose: leave },
  );
}

function set(changes) {
  Object.assign(state, changes);
  changed();
}

function leave() {
  Object.assign(state, { mode: '', currency: '', problem: '', isBusy: false });
  closeSheet();
}

async function choose(one) {
  if (one.damaged) return;
  leave();
  await client.open(one.groupId);
}

function creating() {
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: async (event) => {
        event.preventDefault();
        const form = event.target.elements;
        if (!form.group.value.trim() || state.isBusy) return;
        const { route } = app;
        set({ isBusy: true });
        const me = app.group.shared.members.find((one) => one.memberId === app.group.memberId);
        const problem = await makeGroup({
          name: form.group.value.trim(),
          displayName: app.settings.name || me?.displayName || '',
          currency: form.currency.value,
          template: 'GROUP_TEMPLATE_SPLIT_GROUP',
        });
        set({ problem, isBusy: false });
        if (problem) return;
        if (isOpen(route)) leave();
        say(t('Made. Invite the others under Members.'));
      },
    },
    field(t('Name of the group'), h('input', { name: 'group', required: true, maxlength: 50, ref: (element) => element.focus() })),
    field(
      t('Currency'),
      h(
        'select',
        { name: 'currency', onchange: (event) => set({ currency: event.target.value }) },
        // What was chosen stays, whatever arrives meanwhile and has the sheet drawn anew.
        usualCurrencies.map((code) => h('option', { value: code, selected: code === (state.currency || app.group.shared.currency) }, code)),
      ),
    ),
    problemLine(state.problem),
    h('button', { class: 'main', type: 'submit', disabled: state.isBusy }, t('Make the group')),
  );
}

function joining() {
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        const code = codeIn(event.target.elements.code.value);
        if (!code) return set({ problem: t('A code has 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.') });
        leave();
        useInvite(code);
      },
    },
    field(
      t('Code or link of the invite'),
      h('input', { name: 'code', required: true, autocomplete: 'off', spellcheck: 'false', ref: (element) => element.focus() }),
    ),
    problemLine(state.problem),
    h('button', { class: 'main', type: 'submit' }, t('Look at the invite')),
  );
}
