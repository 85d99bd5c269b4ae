// The sheets of accounts: an account itself, what goes in and out of it, a transfer between two, and who shares it.

import { parsed } from './amounts.js';
import { app, go, now } from './app.js';
import {
  account, accounts, accountType, accountTypes, currencyOf, granteesOf, isDeposit, isForChildren, isOwn, isShareable, isShareableWith,
} from './account-state.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dayOf, t, tx } from './i18n.js';
import { newID } from './ids.js';
import { plain } from './money.js';
import { avatar, person } from './parts.js';
import { show } from './sheets.js';
import { clean } from './text.js';
import { categoryName, choosable, picture } from './words.js';

const form = new Form();

/** The sheet. @param {string} kind @param {string} id @returns {any} */
export function sheetFor(kind, id) {
  return { accountSet: setting, accountEntry: noting, accountTransfer: transferring, accountShare: sharing }[kind](id);
}

// An account of one's own.

function setting(id) {
  const one = id ? account(id) : null;
  const currency = one ? currencyOf(one) : app.group.shared.currency;
  const opening = BigInt(one?.content.opening?.minor ?? 0);
  const values = form.open(`accountSet ${id}`, () => ({
    name: one?.content.name ?? '',
    type: one?.content.type ?? accountTypes[0],
    opening: opening ? plain(opening, currency) : '',
    closed: Boolean(one?.content.closed),
  }));
  const save = () => {
    const minor = signed(values.opening, currency);
    if (!values.name.trim()) return form.fail(t('Give it a name.'));
    if (minor === null) return form.fail(t('Write an amount, as in 450.50 or 320+130.'));
    form.run({
      setAccount: {
        accountId: id || newID(),
        content: {
          name: values.name.trim(),
          type: values.type,
          opening: { minor: String(minor), currency },
          ...(values.closed ? { closed: true } : {}),
        },
      },
    }, t('Saved.'));
  };
  return form.sheet(one ? t('Change the account') : t('New account'), [
    form.text(t('Name'), 'name', { maxlength: 50, placeholder: t('Savings'), 'data-focus': true }),
    form.choice(t('Kind'), 'type', accountTypes.map((type) => [type, accountType(type)])),
    form.text(
      t('What is in it at the beginning ({currency})', { currency }),
      'opening',
      { inputmode: 'text' },
      t('Below zero with a minus: -500'),
    ),
    one ? form.check(t('Closed'), 'closed', t('It takes no more entries. You can open it again.')) : null,
    one
      ? (isForChildren(one) && !isForChildren({ content: values })
        ? h('p', { class: 'hint' }, t('A child who reads it does so no more: children read current and savings accounts.'))
        : null)
      : h('p', { class: 'hint' }, t('Nobody sees it before you share it.')),
  ], save);
}

/** An amount that may be nothing or below it. */
function signed(text, currency) {
  const [, minus, rest] = /^\s*([-−]?)(.*)$/.exec(text);
  if (!minus && /^[0.\s]*$/.test(rest)) return 0n;
  const minor = parsed(rest, currency);
  return minor === null ? null : minus ? -minor : minor;
}

// What goes in and out.

function noting(id) {
  const [accountId, which] = id.split('.');
  const one = account(accountId);
  if (!one) return null;
  const entry = one.entries.find((found) => found.entryId === which);
  const isIn = entry ? isDeposit(entry.content) : which === 'in';
  const currency = currencyOf(one);
  const values = form.open(`accountEntry ${id}`, () => ({
    amount: entry ? plain(entry.content.amount.minor, currency) : '',
    description: entry?.content.description ?? '',
    category: entry?.content.category ?? '',
    date: entry?.content.date ?? dayOf(now()),
    note: entry?.content.note ?? '',
  }));
  const ids = { accountId, entryId: which };
  const isFixed = entry?.transfer || entry?.reconciled;
  const save = () => {
    const money = form.money(currency);
    if (!money) return;
    if (!values.description.trim()) return form.fail(t('Say what it is.'));
    form.run(
      {
        setAccountEntry: {
          accountId,
          entryId: entry ? which : newID(),
          content: {
            kind: isIn ? 'ACCOUNT_ENTRY_KIND_DEPOSIT' : 'ACCOUNT_ENTRY_KIND_WITHDRAWAL',
            amount: money,
            description: values.description.trim(),
            category: values.category,
            date: values.date,
            note: values.note.trim(),
          },
        },
      },
      entry ? t('Changed.') : t('Noted.'),
      { keeps: !entry, label: values.description.trim() },
    );
  };
  const title = entry ? (isIn ? t('Deposit') : t('Withdrawal')) : isIn ? t('Note a deposit') : t('Note a withdrawal');
  const more = entry
    ? [
      isOwn(one) || !entry.transfer
        ? h('button', {
          type: 'button',
          class: 'second',
          disabled: form.isBusy,
          onclick: () =>
            form.run({ reconcileAccount: { accountId, entryIds: [which], ...(entry.reconciled ? { undone: true } : {}) } }, t('Saved.')),
        }, entry.reconciled ? t('Take the mark off') : t('It is on the bank statement'))
        : null,
      !entry.reconciled && (isOwn(one) || !entry.transfer)
        ? form.asked(
          'void',
          isIn ? t('Void this deposit') : t('Void this withdrawal'),
          entry.transfer ? t('It counts no more, on both sides.') : t('It counts no more.'),
          t('Yes, void it'),
          () => form.run({ voidAccountEntry: ids }, t('Voided.')),
        )
        : null,
    ]
    : null;
  if (isFixed) {
    return form.sheet(
      title,
      h(
        'p',
        null,
        h('bdi', null, clean(values.description)),
        ' · ',
        values.amount,
        h(
          'span',
          { class: 'sub' },
          entry.reconciled
            ? t('It was compared with a statement, so it stays as it is.')
            : t('A transfer is taken out as a whole, and not changed.'),
        ),
      ),
      form.leave,
      { label: t('Close'), more },
    );
  }
  return form.sheet(
    title,
    [
      h('p', { class: 'quiet-text' }, h('bdi', null, clean(one.content.name))),
      form.amount(currency),
      form.text(t('What it is'), 'description', { maxlength: 200 }),
      form.choice(t('Category'), 'category', [
        ['', t('No category')],
        .../** @type {[string, string][]} */ (choosable(isIn ? 'ENTRY_KIND_INCOME' : 'ENTRY_KIND_EXPENSE').map((
          found,
        ) => [found.key, `${picture(found.key)} ${categoryName(found.key)}`])),
      ]),
      form.day(t('Date'), 'date'),
      form.lines(t('Note'), 'note'),
    ],
    save,
    { more },
  );
}

// Between two accounts of one's own.

function transferring(id) {
  const from = account(id);
  const others = accounts().filter((one) => isOwn(one) && !one.content.closed && one.id !== id);
  if (!from) return null;
  const values = form.open(
    `accountTransfer ${id}`,
    () => ({ to: others[0]?.id ?? '', amount: '', received: '', description: '', date: dayOf(now()) }),
  );
  if (!others.length) {
    return form.sheet(
      t('Transfer'),
      h('p', null, t('A transfer needs a second account of yours.')),
      () => go(app.route.view, 'accountSet'),
      { label: t('New account') },
    );
  }
  const to = others.find((one) => one.id === values.to) ?? others[0];
  const [currency, other] = [currencyOf(from), currencyOf(to)];
  const save = () => {
    const money = form.money(currency);
    const received = currency === other || !money ? null : form.money(other, 'received');
    if (!money || (currency !== other && !received)) return;
    form.run({
      transferBetweenAccounts: {
        entryId: newID(),
        fromAccountId: id,
        toAccountId: to.id,
        amount: money,
        ...(received ? { received } : {}),
        description: values.description.trim() || t('Transfer'),
        date: values.date,
      },
    }, t('Noted.'));
  };
  return form.sheet(t('Transfer'), [
    h('p', { class: 'quiet-text' }, tx('From {account}', { account: h('bdi', null, clean(from.content.name)) })),
    form.amount(currency),
    form.choice(t('Into'), 'to', others.map((one) => [one.id, clean(one.content.name)])),
    currency === other ? null : form.text(t('What arrives ({currency})', { currency: other }), 'received', { inputmode: 'decimal' }),
    form.text(t('What it is'), 'description', { maxlength: 200, placeholder: t('Transfer') }),
    form.day(t('Date'), 'date'),
    h('p', { class: 'hint' }, t('Hearth notes it, and moves no money.')),
  ], save);
}

// Who shares it.

/** @param {string} id the account, with who is to see it behind; either may be missing */
function sharing(id) {
  const [accountId, memberId] = id.split('.');
  const own = accounts().filter((one) => (memberId ? isShareableWith(one, memberId) : isShareable(one)));
  const values = form.open(
    `accountShare ${id}`,
    () => ({ account: accountId || own[0]?.id, member: memberId ?? '', permission: 'GRANT_PERMISSION_WRITE', needsConsent: true }),
  );
  const one = own.find((found) => found.id === values.account);
  if (!one) {
    return form.sheet(
      t('Share an account'),
      h('p', null, t('You have no account that can be shared. Make one first.')),
      () => go('accounts', 'accountSet'),
      { label: t('New account') },
    );
  }
  const able = granteesOf(one);
  if (!able.length) {
    return form.sheet(
      t('Share an account'),
      h(
        'p',
        null,
        one.grants.length ? t('Everybody who can have it has it already.') : t('Nobody has joined yet with whom it could be shared.'),
      ),
      form.leave,
      { label: t('Close') },
    );
  }
  const chosen = able.find((found) => found.memberId === values.member);
  const isChild = chosen?.role === 'ROLE_MINOR';
  const writesToo = !isChild && values.permission === 'GRANT_PERMISSION_WRITE';
  const needsConsent = !isChild && values.needsConsent;
  const send = () =>
    form.run({
      grantAccount: {
        accountId: one.id,
        memberId: values.member,
        permission: writesToo ? 'GRANT_PERMISSION_WRITE' : 'GRANT_PERMISSION_READ',
        ...(needsConsent ? { needsConsent: true } : {}),
      },
    }, t('Shared.'));
  const save = () => (chosen ? (writesToo && form.asks !== 'share' ? form.ask('share') : send()) : form.fail(t('Say with whom.')));
  return form.sheet(
    t('Share an account'),
    [
      accountId
        ? h('p', { class: 'quiet-text' }, h('bdi', null, clean(one.content.name)))
        : form.choice(t('Account'), 'account', own.map((found) => [found.id, clean(found.content.name)])),
      memberId ? h('div', { class: 'pair-of' }, avatar(memberId, 'small'), person(memberId)) : h(
        'fieldset',
        null,
        h('legend', null, t('With whom')),
        able.map((found) =>
          h(
            'label',
            { class: 'choice', key: found.memberId },
            h('input', {
              type: 'radio',
              name: 'with',
              checked: values.member === found.memberId,
              onchange: () => form.set({ member: found.memberId }),
            }),
            avatar(found.memberId, 'small'),
            person(found.memberId),
          )
        ),
      ),
      chosen && !isChild
        ? [
          form.choice(t('They'), 'permission', [['GRANT_PERMISSION_WRITE', t('read and write: a joint account')], [
            'GRANT_PERMISSION_READ',
            t('only read'),
          ]]),
          form.check(t('Ending it needs both of us'), 'needsConsent', t('Otherwise either of you ends it at any time.')),
        ]
        : null,
      isChild
        ? [
          h('p', { class: 'hint' }, t('A child reads the balance and all entries, and changes nothing.')),
          h('p', { class: 'hint' }, t('Everybody who looks after the child sees that the child reads it: its name and kind, no amounts.')),
        ]
        : null,
      form.asks === 'share' && chosen
        ? h(
          'div',
          { class: 'note stack', role: 'alert', key: 'question', ref: show },
          h(
            'p',
            null,
            tx('{member} will see the balance and all entries of {account}, and both of you can add, change and void entries.', {
              member: person(chosen.memberId),
              account: h('bdi', null, clean(one.content.name)),
            }),
          ),
          h('p', null, needsConsent ? t('Ending it later needs the consent of both of you.') : t('Either of you can end it later.')),
        )
        : null,
    ],
    save,
    {
      label: form.asks === 'share' ? t('Yes, share it') : t('Share'),
      more: form.asks === 'share' ? h('button', { type: 'button', class: 'quiet', onclick: () => form.ask('') }, t('Cancel')) : null,
    },
  );
}
