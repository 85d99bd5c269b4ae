// Keeps everything of one's own from the group, quietly: copies first, then plain words, then two questions (SPEC SE-01, SE-07).

import { app, now } from './app.js';
import { copyOf, tableOf } from './copies.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dayOf, t, tx } from './i18n.js';
import { problemLine } from './sheets.js';
import { clean } from './text.js';

const form = new Form();

/** The view. @returns {any} */
export function view() {
  form.open(`separation ${app.group.groupId}`, () => ({ hasCopies: false }));
  return [h('h1', null, t('Withdraw quietly')), app.group.inbox.isSeparated ? separated() : beginning()];
}

function separated() {
  return h(
    'section',
    { class: 'card stack' },
    h('h2', null, t('You read in silence')),
    h('p', null, t('Nothing of yours reaches this group, and nobody is told.')),
    h(
      'p',
      null,
      t('When it ends, what you do reaches the group again, and you are shown when you are connected. Nobody is told what was before.'),
    ),
    problemLine(form.problem),
    h('button', {
      type: 'button',
      class: 'second',
      disabled: form.isBusy,
      onclick: () => form.run({ endSeparation: {} }, t('What you do reaches this group again.'), { stays: true }),
    }, t('End the silence')),
    copies(),
  );
}

function beginning() {
  const group = h('bdi', null, clean(app.group.shared.name));
  const begin = () => form.run({ separate: {} }, t('Nothing of yours reaches this group from now on.'), { stays: true });
  return [
    h(
      'section',
      { class: 'card stack' },
      h('h2', null, t('What it does')),
      h(
        'p',
        null,
        tx(
          'From now on nothing of yours reaches {group}, and nobody is told. To the others it is as if you had closed the page and not come back.',
          { group },
        ),
      ),
      h('p', null, t('You can go on reading, and end it at any time. Until then you add, change and settle nothing here.')),
      h('h2', null, t('What it cannot do')),
      h(
        'ul',
        { class: 'stack tight' },
        [
          t('Others keep what they have seen, and may read a long silence in their own way.'),
          t('Accounts that you share stay shared until you end it. Then they are yours alone.'),
          t('Recurring entries and allowances go on.'),
          t("The server's operator can find it there, and in backups."),
          t('Anybody who can open this device sees what you see.'),
        ].map((text) => h('li', { key: text }, '• ', text)),
      ),
    ),
    h('section', { class: 'card stack' }, h('h2', null, t('First: take a copy along')), copies()),
    h(
      'section',
      { class: 'card stack' },
      h('h2', null, t('Then')),
      problemLine(form.problem),
      form.asks === 'sure'
        ? [
          h('p', { role: 'alert' }, tx('Really? From this moment nothing of yours reaches {group}.', { group })),
          h(
            'div',
            { class: 'row' },
            h('button', { type: 'button', class: 'danger', disabled: form.isBusy, onclick: begin }, t('Yes, from now on')),
            h('button', { type: 'button', class: 'quiet', onclick: () => form.ask('') }, t('Cancel')),
          ),
        ]
        : form.asks === 'begin'
        ? [
          h(
            'p',
            { role: 'alert' },
            form.values.hasCopies
              ? t('Your copies are in the folder of downloads.')
              : t('You have taken no copy yet. You can go on reading, so you can take one later, too.'),
          ),
          h(
            'div',
            { class: 'row' },
            h('button', { type: 'button', class: 'danger', onclick: () => form.ask('sure') }, t('Go on')),
            h('button', { type: 'button', class: 'quiet', onclick: () => form.ask('') }, t('Cancel')),
          ),
        ]
        : h('button', { type: 'button', class: 'danger', onclick: () => form.ask('begin') }, h('span', null, tx('Send nothing more to {group}', { group: h('bdi', null, clean(app.group.shared.name)) }))),
    ),
  ];
}

/** What can be taken along. */
function copies() {
  const take = (name, type, text) => {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    Object.assign(link, { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    form.set({ hasCopies: true });
  };
  const name = `hearth-${dayOf(now())}`;
  return h(
    'div',
    { class: 'stack tight' },
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { type: 'button', class: 'second', onclick: () => take(`${name}.csv`, 'text/csv', tableOf(app.group)) },
        t('Entries (CSV)'),
      ),
      h(
        'button',
        { type: 'button', class: 'second', onclick: () => take(`${name}.json`, 'application/json', copyOf(app.group)) },
        t('All that you read (JSON)'),
      ),
    ),
    h('p', { class: 'hint' }, t('They are kept on this device: anybody who can open it can read them.')),
  );
}
