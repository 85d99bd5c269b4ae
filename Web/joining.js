// The page behind an invite: what it leads to, a name, and one tap.

import { app, changed, setSettings } from './app.js';
import { arrival, leaveInvite } from './arrival.js';
import * as client from './client.js';
import { h } from './dom.js';
import { frame } from './frame.js';
import { refusal, t, tn, tx } from './i18n.js';
import { newID } from './ids.js';
import { empty } from './parts.js';
import { field, problemLine } from './sheets.js';
import { clean, cleanName } from './text.js';
import { groupPicture, roleMeaning, roleWord } from './words.js';

/** Where an invite is looked at by who is nobody yet: no identity is made for it. */
const door = '/v1/groups/join/preview';
/** After how long a server that did not answer is asked again, in milliseconds. */
const again = 1000;

const state = {
  of: '',
  preview: null,
  problem: '',
  isBusy: false,
  isAway: false,
  isPending: false,
  offered: null,
  notice: [],
  noticeVersion: '',
};

async function preview() {
  if (state.isBusy) return;
  state.isBusy = true;
  const answer = await look(app.settings.name);
  if (answer.invitePreview) await readNotice(answer.invitePreview);
  if (answer.invitePreview) finish({ preview: answer.invitePreview, problem: '' });
  else finish({ problem: refusal(answer.rejected) });
}

/** What the invite leads to. @param {string} displayName @returns {Promise<{invitePreview?: any, rejected?: any}>} */
async function look(displayName) {
  const question = { code: arrival.code, ...(displayName ? { displayName } : {}) };
  if (app.identity === 'known') return client.askWhenLive({ previewInvite: question });
  for (;;) {
    const answer = await fetch(door, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    state.isAway = !body;
    if (body) return answer.ok ? { invitePreview: body } : { rejected: body };
    changed();
    await new Promise((resolve) => setTimeout(resolve, again));
  }
}

/** Reads the notice where somebody would become a minor. */
async function readNotice(invite) {
  if (!invite.transparencyVersion && invite.offeredRole !== 'ROLE_MINOR') return;
  const { notice, noticeVersion } = await import('./notice.js');
  Object.assign(state, { notice, noticeVersion });
}

function finish(changes) {
  Object.assign(state, changes, { isBusy: false });
  changed();
}

/** The page behind an invite. @returns {any} */
export function joining() {
  if (state.of !== arrival.code) Object.assign(state, { of: arrival.code, preview: null, problem: '', isPending: false, offered: null });
  if (!state.preview && !state.problem && !state.isBusy) queueMicrotask(preview);
  if (state.isPending) return frame(pending());
  if (state.problem && !state.preview) {
    return frame(
      empty(
        '🗝️',
        t('This invite does not work'),
        state.problem,
        h(
          'div',
          { class: 'stack' },
          h('button', { type: 'button', class: 'main', onclick: () => finish({ problem: '' }) }, t('Try again')),
          h('button', { type: 'button', class: 'quiet', onclick: done }, t('Go on without it')),
        ),
      ),
    );
  }
  if (!state.preview) {
    return frame(
      h(
        'p',
        { class: 'loading', role: 'status' },
        state.isAway || app.retryAt ? t('Looking for the server …') : t('Opening the invite …'),
      ),
    );
  }
  return frame(invitation());
}

function invitation() {
  const { preview: invite } = state;
  const isMinor = invite.role === 'ROLE_MINOR' || state.offered?.role === 'ROLE_MINOR';
  const mustRead = invite.transparencyVersion || (state.offered && isMinor ? state.noticeVersion : '');
  const name = invite.formerDisplayName || app.settings.name;
  return h(
    'form',
    { class: 'card invitation', onsubmit: join },
    h('div', { class: 'invite-sign', 'aria-hidden': 'true' }, groupPicture(invite.icon)),
    h('p', { class: 'quiet-text' }, tx('{owner} invites you to', { owner: h('bdi', null, cleanName(invite.ownerName)) })),
    h('h1', null, h('bdi', null, clean(invite.groupName))),
    h(
      'p',
      { class: 'quiet-text' },
      tn(invite.memberCount ?? 0, '1 member', '{n} members'),
      ' · ',
      t('you join as {role}', { role: roleWord(invite.role) }),
    ),
    h('p', { class: 'hint' }, roleMeaning(invite.role)),
    invite.needsApproval ? h('p', { class: 'note' }, t('You would ask to join: the owner or an admin decides.')) : null,
    mustRead ? transparency() : null,
    field(
      t('Your name'),
      h('input', {
        name: 'name',
        required: true,
        maxlength: 50,
        autocomplete: 'name',
        autocapitalize: 'words',
        enterkeyhint: 'go',
        ref: (element) => {
          if (!element.value) element.value = name;
          if (!mustRead) element.focus({ preventScroll: true });
        },
      }),
    ),
    state.offered ? offer() : null,
    problemLine(state.problem),
    state.offered ? null : h(
      'button',
      { class: 'main', type: 'submit', disabled: state.isBusy },
      invite.needsApproval ? t('Ask to join') : mustRead ? t('I have read this. Join') : t('Join'),
    ),
    invite.sharesByDefault ? h('p', { class: 'hint' }, t('An expense is shared with you too, unless it says who shares it.')) : null,
  );
}

function transparency() {
  return h(
    'section',
    { class: 'note', 'aria-label': t('What others see of you') },
    h('h2', null, t('What others see of you')),
    state.notice.map((text) => h('p', null, t(text))),
  );
}

function offer() {
  const { name } = state.offered;
  return h(
    'div',
    { class: 'note stack' },
    h('p', null, tx('{name} was added to the group before. Is that you?', { name: h('bdi', { class: 'name' }, name) })),
    h('button', { type: 'button', class: 'main', onclick: () => send(state.offered.id) }, t('Yes, that is me')),
    h('button', { type: 'button', class: 'quiet', onclick: () => send('') }, t('No, I am somebody else')),
  );
}

async function join(event) {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  if (!name || state.isBusy) return;
  setSettings({ name });
  state.isBusy = true;
  changed();
  const answer = await look(name);
  state.isBusy = false;
  if (answer.rejected) return finish({ problem: refusal(answer.rejected) });
  state.preview = answer.invitePreview;
  await readNotice(answer.invitePreview);
  if (answer.invitePreview.offeredMemberId) {
    return finish({ offered: { id: answer.invitePreview.offeredMemberId, role: answer.invitePreview.offeredRole, name } });
  }
  await send('');
}

async function send(claimed) {
  state.isBusy = true;
  changed();
  const version = state.preview.transparencyVersion || (claimed && state.offered?.role === 'ROLE_MINOR' ? state.noticeVersion : '');
  if (version && version !== state.noticeVersion) return finish({ problem: t('The notice has changed. Load this page anew to read it.') });
  if (app.identity !== 'known') {
    const { rejected } = await client.introduce({ register: { displayName: app.settings.name } });
    if (rejected) return finish({ problem: refusal(rejected), offered: null });
    await client.whenLive();
  }
  const result = await client.command({
    joinGroup: {
      code: arrival.code,
      memberId: newID(),
      displayName: app.settings.name,
      ...(claimed ? { claimsMemberId: claimed } : {}),
      ...(version ? { acceptsTransparency: version } : {}),
    },
  }, { groupId: '', keeps: true, label: 'join' });
  if (result.rejected?.code === 'already_member') {
    done();
    return client.readGroups();
  }
  if (result.rejected) return finish({ problem: refusal(result.rejected), offered: null });
  if (result.accepted?.pending) return finish({ isPending: true });
  if (!result.accepted) return finish({ problem: t('No answer yet. Your wish is kept, and sent again.') });
  await client.open(result.accepted.groupId);
  done();
  client.readGroups();
}

/** Forgets what an invite said, and goes on. */
function done() {
  Object.assign(state, { preview: null, problem: '', offered: null, isBusy: false, isPending: false });
  leaveInvite();
}

/** Looks again whether somebody has said yes. */
let timer = 0;

function pending() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await client.readGroups();
    if (state.isPending && app.groups.length) done();
    else changed();
  }, 5000);
  return empty(
    '⏳',
    t('Waiting to be let in'),
    t('The owner or an admin sees that you ask. This page opens the group as soon as they say yes.'),
  );
}
