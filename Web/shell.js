// What stands around every view: the head with the group, the way between views, what waits, and which sheet is open.

import { app, changed, go, nameOf, setSettings } from './app.js';
import { arrival, invitePath } from './arrival.js';
import { h } from './dom.js';
import { list, t, tn, tx } from './i18n.js';
import { avatar, icon, person, toast } from './parts.js';
import { addsEntries, children, isMinor, showsAccounts } from './rights.js';
import { clean } from './text.js';
import { groupPicture } from './words.js';
import { quickExit } from './exit.js';

/** Views and sheets, loaded when they are first wanted. */
const loaders = {
  room: () => import('./room.js'),
  start: () => import('./start.js'),
  joining: () => import('./joining.js'),
  balances: () => import('./settle-view.js'),
  budgets: () => import('./budgets.js'),
  charts: () => import('./charts.js'),
  history: () => import('./history.js'),
  members: () => import('./members.js'),
  child: () => import('./child.js'),
  settings: () => import('./settings.js'),
  more: () => import('./more.js'),
  add: () => import('./entry-form.js'),
  edit: () => import('./entry-form.js'),
  entry: () => import('./entry.js'),
  settle: () => import('./settle-form.js'),
  budget: () => import('./budget-form.js'),
  invite: () => import('./invites.js'),
  groups: () => import('./groups.js'),
  member: () => import('./member.js'),
  device: () => import('./devices.js'),
  tokens: () => import('./tokens.js'),
  spend: () => import('./child-forms.js'),
  limit: () => import('./child-forms.js'),
  allowance: () => import('./child-forms.js'),
  accounts: () => import('./accounts.js'),
  account: () => import('./account.js'),
  accountSet: () => import('./account-forms.js'),
  accountEntry: () => import('./account-forms.js'),
  accountTransfer: () => import('./account-forms.js'),
  accountShare: () => import('./account-forms.js'),
  rules: () => import('./rules.js'),
  rule: () => import('./rules.js'),
  categories: () => import('./categories.js'),
  category: () => import('./categories.js'),
  festival: () => import('./categories.js'),
  policies: () => import('./policies.js'),
  payment: () => import('./own-forms.js'),
  income: () => import('./own-forms.js'),
  payAddress: () => import('./payments.js'),
  notices: () => import('./notices.js'),
  separation: () => import('./separation.js'),
  waiting: () => import('./waiting.js'),
  imports: () => import('./imports.js'),
};
const loaded = {};

/** What is drawn with the style that comes with the page itself. */
const plainly = new Set(['room', 'start', 'joining']);
/** @type {Promise<void> | null} */
let styling = null;

/** Loads the style of all other views and sheets, once. */
function style() {
  styling ??= new Promise((resolve) => {
    const link = /** @type {HTMLLinkElement} */ (document.getElementById('later'));
    link.onload = link.onerror = () => resolve();
    link.disabled = false;
    if (link.sheet) resolve();
  });
  return styling;
}

/** A module that is loaded, or null while it comes. */
function module(name) {
  if (loaded[name]) return loaded[name];
  const load = loaders[name];
  if (!load) return null;
  if (!(name in loaded)) {
    loaded[name] = null;
    Promise.all([load(), plainly.has(name) ? null : style()]).then(([found]) => {
      loaded[name] = found;
      changed();
    }, () => {
      delete loaded[name];
      setTimeout(changed, 3000);
    });
  }
  return null;
}

const loading = () => h('p', { class: 'loading', role: 'status' }, t('One moment …'));

/** The whole page as it is now. @returns {any} */
export function page() {
  if (location.pathname === invitePath && arrival.code) return module('joining')?.joining() ?? loading();
  if (app.identity !== 'known') return module('start')?.welcome() ?? loading();
  if (!app.group?.shared) return app.groupsKnown && !app.groups.length ? module('start')?.noGroup() ?? loading() : [quietHead(), loading()];
  const name = loaders[app.route.view] || app.route.view === 'room' ? app.route.view : 'room';
  const view = module(name);
  const over = app.route.sheet ? module(app.route.sheet)?.sheetFor?.(app.route.sheet, app.route.id) : null;
  return [
    h('a', {
      class: 'skip',
      href: '#main',
      onclick: (event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      },
    }, t('Skip to the content')),
    head(),
    h(
      'div',
      { class: 'frame' },
      navigation(name),
      h('main', { id: 'main', tabindex: -1, class: `view ${name}`, key: `view ${name}` }, connectionLine(), wayUp(name), view ? view.view() : loading()),
    ),
    over ?? null,
    over ? null : toast(),
  ];
}

const quietHead = () =>
  h(
    'header',
    { class: 'head' },
    h('div', { class: 'group' }, h('span', { class: 'group-sign', 'aria-hidden': 'true' }, '🔥'), h('strong', null, 'Hearth')),
  );

function head() {
  const { shared } = app.group;
  const others = app.group.online.filter((id) => id !== app.group.memberId);
  const names = list(others.slice(0, 2).map(person));
  const here = app.connection !== 'live'
    ? t('not connected')
    : others.length > 2
    ? t('{n} others are here', { n: others.length })
    : others.length
    ? tx(others.length === 1 ? '{names} is here' : '{names} are here', { names })
    : t('nobody else is here');
  return h(
    'header',
    { class: 'head' },
    h(
      'button',
      { class: 'group', type: 'button', onclick: () => go(app.route.view, 'groups'), 'aria-haspopup': 'dialog' },
      h('span', { class: 'group-sign', 'aria-hidden': 'true' }, groupPicture(shared.icon)),
      h('span', { class: 'group-text' }, h('bdi', { class: 'group-name' }, clean(shared.name)), h('span', { class: 'here' }, here)),
      icon('down'),
    ),
    h(
      'div',
      { class: 'here-faces', 'aria-hidden': 'true', title: others.map(nameOf).join(', ') },
      others.slice(0, 4).map((id) => avatar(id, 'small presence')),
    ),
    h('button', {
      class: 'round',
      type: 'button',
      'aria-pressed': String(app.settings.isHiding),
      'aria-label': t('Hide amounts'),
      title: t('Hide amounts'),
      onclick: () => setSettings({ isHiding: !app.settings.isHiding }),
    }, icon(app.settings.isHiding ? 'eyeOff' : 'eye')),
    h('button', {
      class: 'round named',
      type: 'button',
      title: t('Leave this page at once (Escape three times)'),
      onclick: quickExit,
    }, icon('exit'), t('Quick exit')),
  );
}

/** The page behind which each of these stands; what is behind More on a phone is at the side on a wide screen. */
const parents = {
  ...Object.fromEntries(['charts', 'history', 'members', 'child', 'accounts', 'settings'].map((name) => [name, 'more'])),
  ...Object.fromEntries(['rules', 'categories', 'policies', 'separation', 'imports'].map((name) => [name, 'settings'])),
};

/** The way to the page before, which a phone's home screen has no other button for. @param {string} name */
function wayUp(name) {
  const parent = parents[name];
  return parent
    ? h(
      'a',
      {
        href: `#/${parent}`,
        class: `link way-up ${parent === 'more' ? 'only-narrow' : ''}`,
        onclick: (event) => {
          event.preventDefault();
          go(parent);
        },
      },
      h('span', { 'aria-hidden': 'true' }, '‹ '),
      parent === 'more' ? t('More') : t('Settings'),
    )
    : null;
}

/** Where one may go; on a phone the first four and the button to add stand below. */
function navigation(current) {
  const places = [['room', 'home', t('Room')], ['balances', 'scales', t('Balances')], ['budgets', 'ring', t('Budgets')]];
  const further = [['charts', 'chart', t('Charts')], ['history', 'clock', t('History')], ['members', 'people', t('Members')]];
  if (isMinor() || children().length) further.unshift(['child', 'child', isMinor() ? t('My spending') : t('Children')]);
  if (showsAccounts()) further.push(['accounts', 'purse', t('Accounts')]);
  further.push(['settings', 'gear', t('Settings')]);
  /** @param {string[]} place @param {string} kind */
  const link = ([name, sign, text], kind) =>
    h(
      'a',
      {
        href: `#/${name}`,
        class: `place ${kind}`,
        'aria-current': current === name ? 'page' : [parents[current], parents[parents[current]]].includes(name) ? 'true' : false,
        onclick: (event) => {
          event.preventDefault();
          go(name);
        },
      },
      icon(sign),
      h('span', null, text),
    );
  // Nothing is to be sent from the page where somebody is about to send nothing more.
  const add = current === 'separation' ? null : isMinor()
    ? h(
      'button',
      { class: 'add', type: 'button', onclick: () => go(current, 'spend', app.group.memberId) },
      icon('plus'),
      h('span', null, t('Note spending')),
    )
    : addsEntries()
    ? h('button', { class: 'add', type: 'button', onclick: () => go(current, 'add') }, icon('plus'), h('span', null, t('Add expense')))
    : null;
  return h(
    'nav',
    { class: 'places', 'aria-label': t('Views') },
    link(places[0], 'first'),
    link(places[1], 'first'),
    add,
    link(places[2], 'first'),
    further.map((place) => link(place, 'further')),
    link(['more', 'more', t('More')], 'first only-narrow'),
  );
}

function connectionLine() {
  const waits = app.outbox.filter((item) => item.keeps).length;
  const waiting = waits ? tn(waits, '1 entry waits to be sent', '{n} entries wait to be sent') : '';
  const refused = app.outbox.filter((item) => item.refused).length;
  if (app.connection === 'live' && app.isCaughtUp && !refused) return null;
  const text = app.isMisfit
    ? t('The server does not understand what this page sends. Load the page again.')
    : refused
    ? tn(refused, '1 thing could not be done', '{n} things could not be done')
    : app.connection === 'live'
    ? t('Catching up …')
    : navigator.onLine === false || app.retryAt
    ? t('No connection. Go on as usual: what you add is sent later.')
    : t('Connecting …');
  return h(
    'div',
    { class: `line ${refused || app.isMisfit ? 'bad' : ''}`, role: 'status' },
    h('span', { class: 'dot', 'aria-hidden': 'true' }),
    h('span', null, text),
    waits
      ? h('button', { class: 'link', type: 'button', onclick: () => go(app.route.view, 'waiting') }, refused ? t('Look') : waiting)
      : null,
  );
}
