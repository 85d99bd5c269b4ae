// Before there is a room: the invite that somebody was given, a new group, a code of another device.

import {app, changed, say, setSettings} from './app.js';
import {arrival, leaveInvite, useInvite} from './arrival.js';
import * as client from './client.js';
import {h} from './dom.js';
import {inLanguage, language, languages, refusal, setLanguage, t, tn, tx} from './i18n.js';
import {codeIn, newID} from './ids.js';
import {usualCurrencies} from './money.js';
import {empty, fault, field, icon} from './parts.js';
import {clean, cleanName} from './text.js';
import {groupPicture, roleMeaning, roleWord} from './words.js';

/** What an invite's reader is called before they have said their name: the server wants some name, and shows it to nobody else. */
const nameless = 'Guest';

const state = {of: '', preview: null, problem: '', isBusy: false, isPending: false, offered: null, mode: ''};

function languageChoice() {
  return h('div', {class: 'languages', role: 'group', 'aria-label': t('Language')}, Object.entries(languages).map(([code, name]) =>
    h('button', {type: 'button', class: 'link', 'aria-pressed': String(language() === code), onclick: () => setLanguage(code)}, inLanguage(code, name))));
}

const frame = (...content) => [h('main', {class: 'start', id: 'main'},
  h('p', {class: 'brand'}, h('span', {'aria-hidden': 'true'}, '🔥'), ' Hearth'), content, languageChoice())];

async function preview() {
  if (state.isBusy) return;
  state.isBusy = true;
  if (app.identity !== 'known') {
    const {rejected} = await client.introduce({register: {displayName: nameless}});
    if (rejected) return finish({problem: refusal(rejected)});
  }
  const answer = await askWhenLive({previewInvite: {code: arrival.code, ...(app.settings.name ? {displayName: app.settings.name} : {})}});
  if (answer.invitePreview) await readNotice(answer.invitePreview);
  if (answer.invitePreview) finish({preview: answer.invitePreview, problem: ''});
  else finish({problem: refusal(answer.rejected)});
}

/** Reads the notice where somebody would become a minor. */
async function readNotice(invite) {
  if (!invite.transparencyVersion && invite.offeredRole !== 'ROLE_MINOR') return;
  const {notice, noticeVersion} = await import('./notice.js');
  Object.assign(state, {notice, noticeVersion});
}

function finish(changes) {
  Object.assign(state, changes, {isBusy: false});
  changed();
}

/** Asks as soon as the connection stands. */
function askWhenLive(body) {
  return new Promise((resolve) => {
    const go = async () => {
      const answer = app.connection === 'live' ? await client.ask(body) : {broken: true};
      if (answer.broken) setTimeout(go, 250);
      else resolve(answer);
    };
    go();
  });
}

/** The page behind an invite. @returns {any} */
export function joining() {
  if (state.of !== arrival.code) Object.assign(state, {of: arrival.code, preview: null, problem: '', isPending: false, offered: null});
  if (!state.preview && !state.problem && !state.isBusy) queueMicrotask(preview);
  if (state.isPending) return frame(pending());
  if (state.problem && !state.preview) {
    return frame(empty('🗝️', t('This invite does not open anything'), state.problem,
      h('div', {class: 'stack'}, h('button', {type: 'button', class: 'main', onclick: () => finish({problem: ''})}, t('Try again')),
        h('button', {type: 'button', class: 'quiet', onclick: done}, t('Go on without it')))));
  }
  if (!state.preview) return frame(h('p', {class: 'loading', role: 'status'}, app.connection === 'off' || app.retryAt ? t('Looking for the server …') : t('Opening the invite …')));
  return frame(invitation());
}

function invitation() {
  const {preview: invite} = state;
  const isMinor = invite.role === 'ROLE_MINOR' || state.offered?.role === 'ROLE_MINOR';
  const mustRead = invite.transparencyVersion || (state.offered && isMinor ? state.noticeVersion : '');
  const name = invite.formerDisplayName || app.settings.name;
  return h('form', {class: 'card invitation', onsubmit: join},
    h('div', {class: 'invite-sign', 'aria-hidden': 'true'}, groupPicture(invite.icon)),
    h('p', {class: 'quiet-text'}, tx('{owner} invites you to', {owner: h('bdi', null, cleanName(invite.ownerName))})),
    h('h1', null, h('bdi', null, clean(invite.groupName))),
    h('p', {class: 'quiet-text'}, tn(invite.memberCount ?? 0, '1 member', '{n} members'), ' · ', t('you join as {role}', {role: roleWord(invite.role)})),
    h('p', {class: 'hint'}, roleMeaning(invite.role)),
    invite.needsApproval ? h('p', {class: 'note'}, t('You would ask to join: the owner or an admin decides.')) : null,
    mustRead ? transparency() : null,
    field(t('Your name'), h('input', {name: 'name', required: true, maxlength: 50, autocomplete: 'name', autocapitalize: 'words', enterkeyhint: 'go',
      ref: (element) => { if (!element.value) element.value = name; if (!mustRead) element.focus({preventScroll: true}); }})),
    state.offered ? offer() : null,
    fault(state.problem),
    state.offered ? null : h('button', {class: 'main', type: 'submit', disabled: state.isBusy},
      invite.needsApproval ? t('Ask to join') : mustRead ? t('I have read this. Join') : t('Join')),
    invite.sharesByDefault ? h('p', {class: 'hint'}, t('You would share expenses that do not say who owes.')) : null);
}

function transparency() {
  return h('section', {class: 'note', 'aria-label': t('What others see of you')}, h('h2', null, t('What others see of you')), (state.notice ?? []).map((text) => h('p', null, t(text))));
}

function offer() {
  const {name} = state.offered;
  return h('div', {class: 'note stack'}, h('p', null, tx('{name} was added to the group before. Is that you?', {name: h('bdi', {class: 'name'}, name)})),
    h('button', {type: 'button', class: 'main', onclick: () => send(state.offered.id)}, t('Yes, that is me')),
    h('button', {type: 'button', class: 'quiet', onclick: () => send('')}, t('No, I am somebody else')));
}

async function join(event) {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  if (!name || state.isBusy) return;
  setSettings({name});
  state.isBusy = true;
  changed();
  const answer = await askWhenLive({previewInvite: {code: arrival.code, displayName: name}});
  state.isBusy = false;
  if (answer.rejected) return finish({problem: refusal(answer.rejected)});
  state.preview = answer.invitePreview;
  await readNotice(answer.invitePreview);
  if (answer.invitePreview.offeredMemberId) return finish({offered: {id: answer.invitePreview.offeredMemberId, role: answer.invitePreview.offeredRole, name}});
  await send('');
}

async function send(claimed) {
  state.isBusy = true;
  changed();
  const version = state.preview.transparencyVersion || (claimed && state.offered?.role === 'ROLE_MINOR' ? state.noticeVersion : '');
  if (version && version !== state.noticeVersion) return finish({problem: t('The notice has changed. Load this page anew to read it.')});
  const result = await client.command({joinGroup: {
    code: arrival.code, memberId: newID(), displayName: app.settings.name, ...(claimed ? {claimsMemberId: claimed} : {}), ...(version ? {acceptsTransparency: version} : {}),
  }}, {groupId: '', keeps: true, label: 'join'});
  if (result.rejected?.code === 'already_member') {
    done();
    return client.readGroups();
  }
  if (result.rejected) return finish({problem: refusal(result.rejected), offered: null});
  if (result.accepted?.pending) return finish({isPending: true});
  if (!result.accepted) return finish({problem: t('No answer yet. Your wish is kept, and sent again.')});
  await client.open(result.accepted.groupId);
  done();
  client.readGroups();
}

/** Forgets what an invite said, and goes on. */
function done() {
  Object.assign(state, {preview: null, problem: '', offered: null, isBusy: false, isPending: false});
  leaveInvite();
}

function pending() {
  clearTimeout(pending.timer);
  pending.timer = setTimeout(async () => {
    await client.readGroups();
    if (state.isPending && app.groups.length) done();
    else changed();
  }, 5000);
  return empty('⏳', t('Waiting to be let in'), t('The owner or an admin sees that you ask. This page opens the group as soon as they say yes.'));
}

/** The page for somebody who is not known yet. @returns {any} */
export function welcome() {
  if (app.identity === 'lost') {
    return frame(empty('🔒', t('This device is not logged in any more'), t('It was revoked, or its token has expired. Link it anew from another device of yours, or start afresh.'), h('div', {class: 'stack'},
      linkForm(), h('button', {type: 'button', class: 'quiet', onclick: async () => { await client.forgetDevice(); changed(); }}, t('Forget what this device keeps')))));
  }
  return frame(h('h1', {class: 'claim'}, t('Money you share, in one room')),
    h('p', {class: 'quiet-text'}, t('Enter what you spend together. Everybody sees it at once, and who owes whom.')), choices());
}

/** The page for somebody who is known and in no group. @returns {any} */
export function noGroup() {
  return frame(h('h1', {class: 'claim'}, t('Your first group')), choices());
}

function choices() {
  if (arrival.linkCode) state.mode ||= 'link';
  const mode = state.mode || 'create';
  const tab = (name, text) => h('button', {type: 'button', class: 'tab', 'aria-pressed': String(mode === name), onclick: () => { state.mode = name; state.problem = ''; changed(); }}, text);
  return h('div', {class: 'card'},
    h('div', {class: 'tabs', role: 'group', 'aria-label': t('How to begin')}, tab('create', t('New group')), tab('code', t('I have an invite')), tab('link', t('My other device'))),
    mode === 'create' ? createForm() : mode === 'code' ? codeForm() : linkForm());
}

function createForm() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return h('form', {class: 'stack', key: 'create', onsubmit: create},
    field(t('Your name'), h('input', {name: 'name', required: true, maxlength: 50, autocomplete: 'name', ref: (element) => { element.value ||= app.settings.name; }})),
    field(t('Name of the group'), h('input', {name: 'group', required: true, maxlength: 50, placeholder: t('Sharma family, Flat 4B …')})),
    h('div', {class: 'pair'},
      field(t('Currency'), h('select', {name: 'currency', ref: (element) => { element.value = usualCurrency(zone); }}, usualCurrencies.map((code) => h('option', {value: code}, code)))),
      field(t('Kind'), h('select', {name: 'template'}, h('option', {value: 'GROUP_TEMPLATE_FAMILY'}, t('Family')), h('option', {value: 'GROUP_TEMPLATE_SPLIT_GROUP'}, t('Flatmates or friends'))))),
    fault(state.problem),
    h('button', {class: 'main', type: 'submit', disabled: state.isBusy}, t('Make the group')));
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
  setSettings({name});
  await makeGroup({name: group, displayName: name, currency: form.currency.value, template: form.template.value});
}

/**
 * Makes a group and opens it.
 * @param {{name: string, displayName: string, currency: string, template: string}} wish
 * @returns {Promise<string>} what was wrong, or ''
 */
export async function makeGroup(wish) {
  finish({problem: ''});
  state.isBusy = true;
  if (app.identity !== 'known') {
    const {rejected} = await client.introduce({register: {displayName: wish.displayName}});
    if (rejected) return finish({problem: refusal(rejected)}), state.problem;
    await askWhenLive({listGroups: {}});
  }
  const groupId = newID();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const result = await client.command({createGroup: {...wish, timeZone: timeZone === 'Asia/Calcutta' ? 'Asia/Kolkata' : timeZone, memberId: newID()}}, {groupId});
  finish({problem: result.rejected ? refusal(result.rejected) : result.accepted ? '' : t('There is no connection. Try again.')});
  if (!result.accepted) return state.problem;
  await client.open(groupId);
  client.readGroups();
  return '';
}

function codeForm() {
  return h('form', {class: 'stack', key: 'code', onsubmit: (event) => {
    event.preventDefault();
    const code = codeIn(event.target.elements.code.value);
    if (!code) return finish({problem: t('A code has 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.')});
    useInvite(code);
  }},
  field(t('Code or link of the invite'), h('input', {name: 'code', required: true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', placeholder: 'XXXX-XXXX-XXXX-XXXX'})),
  fault(state.problem), h('button', {class: 'main', type: 'submit'}, t('Look at the invite')));
}

function linkForm() {
  return h('form', {class: 'stack', key: 'link', onsubmit: async (event) => {
    event.preventDefault();
    const code = codeIn(event.target.elements.code.value);
    if (!code || state.isBusy) return finish({problem: t('A code has 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.')});
    finish({problem: ''});
    const {rejected} = await client.introduce({linkDevice: {code}});
    arrival.linkCode = '';
    finish({problem: rejected ? refusal(rejected) : ''});
    if (!rejected) say(t('This device is yours now.'));
  }},
  h('p', {class: 'hint'}, t('On a device that is logged in, open Settings, then Devices, then Link a device. It shows a code that is good once, for 10 minutes.')),
  field(t('Code of your other device'), h('input', {name: 'code', required: true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', placeholder: 'XXXX-XXXX-XXXX-XXXX',
    ref: (element) => { element.value ||= arrival.linkCode; }})),
  fault(state.problem), h('button', {class: 'main', type: 'submit'}, icon('device'), t('Log in')));
}

