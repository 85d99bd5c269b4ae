// Who may do what, as far as the group decides it for itself.

import { app } from './app.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { t } from './i18n.js';
import { isLeader, isOwner } from './rights.js';
import { problemLine } from './sheets.js';
import { roleMeaning, roleWord } from './words.js';

const form = new Form();

/** What holds until somebody sets it (SPEC section 7). */
const usual = {
  POLICY_ADULTS_EDIT_OTHERS: true,
  POLICY_ADULTS_VOID_OWN: true,
  POLICY_ADMINS_INVITE: false,
  POLICY_ADULTS_ADD_PLACEHOLDERS: false,
  POLICY_VIEWERS_DISPUTE: true,
  POLICY_MINORS_DISPUTE: true,
  POLICY_ADULTS_SEE_INCOME: true,
  POLICY_VIEWERS_SEE_INCOME: false,
  POLICY_ADMINS_SET_WEBHOOKS: false,
  POLICY_ADMINS_MAKE_TOKENS: false,
};

/** What the owner alone lets admins do. */
const delegated = ['POLICY_ADMINS_INVITE', 'POLICY_ADMINS_MAKE_TOKENS', 'POLICY_ADMINS_SET_WEBHOOKS'];

/** @param {string} policy @returns {string} */
const policyText = (policy) =>
  t(
    {
      POLICY_ADULTS_EDIT_OTHERS: 'Adults may edit entries that others added.',
      POLICY_ADULTS_VOID_OWN: 'Adults may void entries that they added.',
      POLICY_ADMINS_INVITE: 'Admins may invite.',
      POLICY_ADULTS_ADD_PLACEHOLDERS: 'Adults may add members who have not joined yet.',
      POLICY_VIEWERS_DISPUTE: 'Viewers may dispute entries that name them, and comment on all.',
      POLICY_MINORS_DISPUTE: 'Minors may dispute entries that name them, and comment on all.',
      POLICY_ADULTS_SEE_INCOME: 'Adults may see the monthly income.',
      POLICY_VIEWERS_SEE_INCOME: 'Viewers may see the monthly income.',
      POLICY_ADMINS_SET_WEBHOOKS: 'Admins may set webhooks.',
      POLICY_ADMINS_MAKE_TOKENS: 'Admins may make tokens for programs.',
    }[policy] ?? '',
  );

/** The view. @returns {any} */
export function view() {
  const { policies, template, archivedAtMs } = app.group.shared;
  form.open('policies', () => ({}));
  const holds = (policy) =>
    policies[policy] ?? (policy === 'POLICY_ADULTS_ADD_PLACEHOLDERS' ? template === 'GROUP_TEMPLATE_SPLIT_GROUP' : usual[policy]);
  // Nobody widens their own rights (SPEC PM-05).
  const sets = (policy) => !archivedAtMs && (delegated.includes(policy) ? isOwner() : isLeader());
  return [
    h('h1', null, t('Who may do what')),
    h(
      'section',
      { class: 'card stack' },
      h('h2', null, t('What this group decides')),
      Object.keys(usual).map((policy) =>
        h(
          'label',
          { class: 'check', key: policy },
          h('input', {
            type: 'checkbox',
            checked: holds(policy),
            disabled: form.isBusy || !sets(policy),
            onchange: (event) => form.run({ setPolicy: { policy, allowed: event.target.checked } }, t('Saved.'), { stays: true }),
          }),
          h('span', null, policyText(policy)),
        )
      ),
      problemLine(form.problem),
      h(
        'p',
        { class: 'hint' },
        isLeader() ? t('Everybody sees who has changed it, and it applies from then on.') : t('The owner and admins decide it.'),
      ),
    ),
    h(
      'section',
      { class: 'card stack' },
      h('h2', null, t('What each role may')),
      h(
        'dl',
        { class: 'facts' },
        ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_ADULT', 'ROLE_VIEWER', 'ROLE_MINOR'].map((role) =>
          h('div', { key: role }, h('dt', null, roleWord(role)), h('dd', null, roleMeaning(role)))
        ),
      ),
    ),
  ];
}
