// What ends because somebody loses a right (SPEC section 21): asked of the server before it is done, and said after it.

import { app, go, nameOf, now, say } from './app.js';
import { ask } from './client.js';
import { t, tn } from './i18n.js';
import { newID } from './ids.js';
import { clean, isolated } from './text.js';
import { categoryName } from './words.js';

/**
 * What a rule is called.
 * @param {any[]} known the group's rules @param {string} id
 * @returns {string}
 */
function nameOfRule(known, id) {
  const template = known.find((one) => one.ruleId === id)?.content?.template;
  return isolated(clean(template?.description) || categoryName(template?.category ?? ''));
}

/**
 * What rests on a right, in words: what pauses, and invites that are taken back; empty where nothing does.
 * @param {string[]} names of what pauses @param {number} invites how many
 * @returns {string}
 */
function parts(names, invites) {
  return [
    names.length ? t('paused: {rules}', { rules: names.join(', ') }) : '',
    invites ? tn(invites, '1 invite taken back', '{n} invites taken back') : '',
  ].filter(Boolean).join('; ');
}

/**
 * What a command would end if it came now.
 * @param {any} body the command's own member, as {removeMember: …}
 * @returns {Promise<string>} a sentence; empty where it ends nothing, or where that is not known
 */
export async function endsBy(body) {
  if (app.connection !== 'live') return '';
  const { groupId, shared } = app.group;
  const { impact } = await ask({ previewCommand: { command: { id: newID(), groupId, saidAtMs: String(now()), ...body } } });
  const events = impact?.events ?? [];
  const paused = events.flatMap(({ recurringPaused: rule, allowancePaused: allowance }) => [
    ...(rule ? [nameOfRule(shared.recurring ?? [], rule.ruleId)] : []),
    ...(allowance ? [t('an allowance of {name}', { name: isolated(nameOf(allowance.minorId)) })] : []),
  ]);
  const ended = parts(paused, events.filter((event) => event.inviteRevoked).length);
  return ended && t('What rests on that right ends with it: {parts}.', { parts: ended });
}

/**
 * Says that a command is done, and what ended because of it.
 * @param {string} done @param {any} accepted the answer @param {any[]} [known] the group's rules, where they may be gone by now
 */
export function sayDone(done, accepted, known = app.group?.shared?.recurring) {
  const { pausedRuleIds: rules = [], pausedAllowanceIds: allowances = [], revokedInviteIds: invites = [] } = accepted ?? {};
  const paused = rules.map((id) => nameOfRule(known ?? [], id));
  if (allowances.length) paused.push(tn(allowances.length, '1 allowance', '{n} allowances'));
  const ended = parts(paused, invites.length);
  if (!ended) return say(done);
  // With a way on it stays longer, which so long a sentence needs.
  say(`${done} ${t('What rested on that right ended with it: {parts}.', { parts: ended })}`, {
    label: t('Look'),
    run: () => go(rules.length ? 'rules' : 'members'),
  });
}
