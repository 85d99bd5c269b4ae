// Categories, and envelopes that save for a festival: lists, and the sheets of one.

import { app, go } from './app.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { list, t, tx } from './i18n.js';
import { newID } from './ids.js';
import { plain } from './money.js';
import { amount, empty, figure, icon } from './parts.js';
import { setsBudgets } from './rights.js';
import { clean } from './text.js';
import { categoryName, picture } from './words.js';

const form = new Form();
const classes = ['CATEGORY_CLASS_NEEDS', 'CATEGORY_CLASS_WANTS', 'CATEGORY_CLASS_SAVINGS', 'CATEGORY_CLASS_UNSPECIFIED'];
const festivals = ['FESTIVAL_DIWALI', 'FESTIVAL_HOLI', 'FESTIVAL_EID_AL_FITR', 'FESTIVAL_EID_AL_ADHA', 'FESTIVAL_CHRISTMAS'];

/** @param {string} one @returns {string} */
const classWord = (one) =>
  t({ CATEGORY_CLASS_NEEDS: 'Needs', CATEGORY_CLASS_WANTS: 'Wants', CATEGORY_CLASS_SAVINGS: 'Saving' }[one] ?? 'Without a class');

/** @param {string} one @returns {string} */
const festivalWord = (one) =>
  t(
    {
      FESTIVAL_DIWALI: 'Diwali',
      FESTIVAL_HOLI: 'Holi',
      FESTIVAL_EID_AL_FITR: 'Eid al-Fitr',
      FESTIVAL_EID_AL_ADHA: 'Eid al-Adha',
      FESTIVAL_CHRISTMAS: 'Christmas',
    }[one] ?? 'Festival',
  );

const classOf = (one) => (classes.includes(one.class) ? one.class : 'CATEGORY_CLASS_UNSPECIFIED');

/** The view. @returns {any} */
export function view() {
  const all = [...app.group.shared.categories].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
  const [used, retired] = [all.filter((one) => !one.retired), all.filter((one) => one.retired)];
  return [
    h(
      'div',
      { class: 'between' },
      h('h1', null, t('Categories')),
      setsBudgets()
        ? h('button', { type: 'button', class: 'second', onclick: () => go('categories', 'category') }, icon('plus'), t('New category'))
        : null,
    ),
    classes.map((one) => {
      const here = used.filter((found) => found.forExpense && classOf(found) === one);
      return here.length ? h('section', { class: 'stack tight', key: one }, h('h2', null, classWord(one)), rows(here)) : null;
    }),
    section(t('Income'), used.filter((one) => one.forIncome)),
    envelopes(),
    retired.length ? h('details', null, h('summary', null, t('Retired')), rows(retired)) : null,
  ];
}

const section = (title, all) => (all.length ? h('section', { class: 'stack tight' }, h('h2', null, title), rows(all)) : null);

function rows(all) {
  return h(
    'ul',
    { class: 'card people' },
    all.map((one) => {
      const text = [
        h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, picture(one.key)),
        h('bdi', { class: 'grow' }, categoryName(one.key)),
      ];
      return h(
        'li',
        { key: one.key },
        setsBudgets()
          ? h(
            'button',
            { type: 'button', class: 'grow pair-of', onclick: () => go('categories', 'category', one.key) },
            text,
            icon('right'),
          )
          : h('span', { class: 'grow pair-of' }, text),
      );
    }),
  );
}

/** What is saved ahead for festivals. */
function envelopes() {
  const all = (app.group.shared.festivals ?? []).filter((one) => !one.removed);
  const add = setsBudgets()
    ? h('button', { type: 'button', class: 'second', onclick: () => go('categories', 'festival') }, icon('plus'), t('New envelope'))
    : null;
  return h(
    'section',
    { class: 'stack tight' },
    h('div', { class: 'between' }, h('h2', null, t('Festivals')), all.length ? add : null),
    all.length
      ? h(
        'ul',
        { class: 'tiles' },
        all.map(({ festivalId, content }) =>
          h(
            'li',
            { key: festivalId },
            h(
              'button',
              { type: 'button', class: 'tile', disabled: !setsBudgets(), onclick: () => go('categories', 'festival', festivalId) },
              h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, '🪔'),
              h(
                'span',
                null,
                h('bdi', { class: 'strong' }, clean(content.name) || festivalWord(content.festival)),
                h(
                  'span',
                  { class: 'sub' },
                  festivalWord(content.festival),
                  ' · ',
                  t('saved for over {n} months', { n: content.monthsAhead ?? 6 }),
                ),
              ),
              amount(content.target.minor, content.target.currency, 'strong'),
            ),
          )
        ),
      )
      : h(
        'div',
        { class: 'card' },
        empty(
          '🪔',
          t('No envelopes yet'),
          t('Save ahead for Diwali or Eid: an envelope says how much to put aside each month. It moves no money.'),
          add,
        ),
      ),
  );
}

/** The sheet. @param {string} kind 'category' or 'festival' @param {string} id @returns {any} */
export function sheetFor(kind, id) {
  return kind === 'festival' ? festival(id) : category(id);
}

function category(key) {
  const one = app.group.shared.categories.find((found) => found.key === key);
  if (key && !one) return null;
  const values = form.open(
    `category ${key}`,
    () => ({
      name: one ? clean(one.name) : '',
      kind: one?.forIncome && !one.forExpense ? 'income' : 'expense',
      class: one ? classOf(one) : 'CATEGORY_CLASS_WANTS',
    }),
  );
  const save = () => {
    if (!values.name.trim()) return form.fail(t('Give it a name.'));
    const isIncome = values.kind === 'income';
    form.run({
      setCategory: {
        content: {
          ...(one ??
            { key: keyFor(values.name), icon: 'tag', color: '#8A8F98', ...(isIncome ? { forIncome: true } : { forExpense: true }) }),
          name: values.name.trim(),
          class: isIncome ? 'CATEGORY_CLASS_UNSPECIFIED' : values.class,
          retired: undefined,
        },
      },
    }, t('Saved.'));
  };
  const more = one && !one.retired
    ? form.asked(
      'retire',
      t('Retire it'),
      t('It stays with what has it, and cannot be chosen any more.'),
      t('Yes, retire it'),
      () => form.run({ retireCategory: { key } }, t('Retired.')),
    )
    : null;
  return form.sheet(
    one ? t('Change the category') : t('New category'),
    [
      form.text(t('Name'), 'name', { maxlength: 50, 'data-focus': true }),
      one ? null : form.choice(t('For'), 'kind', [['expense', t('Expenses')], ['income', t('Income')]]),
      values.kind === 'income' ? null : form.choice(t('Class'), 'class', classes.map((found) => [found, classWord(found)])),
      one?.retired ? h('p', { class: 'hint' }, t('It is retired. Saved, it can be chosen again.')) : null,
    ],
    save,
    { more },
  );
}

/** A key that no category has: letters of the name, and something of chance. */
function keyFor(name) {
  const letters = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 20);
  const key = letters || 'category';
  return app.group.shared.categories.some((one) => one.key === key) || !letters ? `${key}-${newID().slice(-6)}` : key;
}

function festival(id) {
  const one = (app.group.shared.festivals ?? []).find((found) => found.festivalId === id);
  if (id && !one) return null;
  const currency = one?.content.target.currency ?? app.group.shared.currency;
  const values = form.open(`festival ${id}`, () => ({
    festival: one?.content.festival ?? festivals[0],
    name: one?.content.name ?? '',
    amount: one ? plain(one.content.target.minor, currency) : '',
    months: String(one?.content.monthsAhead ?? 6),
  }));
  const save = () => {
    const target = form.money(currency);
    if (!target) return;
    form.run({
      setFestival: {
        festivalId: id || newID(),
        content: {
          ...(one?.content ?? {}),
          festival: values.festival,
          name: values.name.trim(),
          target,
          monthsAhead: Number(values.months),
        },
      },
    }, t('Saved.'));
  };
  const more = one
    ? form.asked(
      'remove',
      t('Remove it'),
      t('What was spent stays. It can be set again.'),
      t('Yes, remove it'),
      () => form.run({ removeFestival: { festivalId: id } }, t('Removed.')),
    )
    : null;
  const minor = BigInt(one?.content.target.minor ?? 0);
  return form.sheet(
    one ? t('Change the envelope') : t('New envelope'),
    [
      one ? null : form.choice(t('Festival'), 'festival', festivals.map((found) => [found, festivalWord(found)])),
      form.amount(currency, 'amount', t('What it may cost')),
      form.text(t('Name'), 'name', { maxlength: 50, placeholder: festivalWord(values.festival) }),
      form.choice(
        t('Saved for over'),
        'months',
        ['1', '2', '3', '4', '6', '9', '12'].map((n) => [n, n === '1' ? t('1 month') : t('{n} months', { n })]),
      ),
      one
        ? h(
          'p',
          { class: 'hint' },
          tx('Counts what is spent on {categories}.', { categories: list((one.content.categories ?? []).map(categoryName)) }),
        )
        : null,
      minor
        ? h('p', { class: 'hint' }, t('About {amount} each month.', { amount: figure(minor / BigInt(values.months), currency) }))
        : null,
    ],
    save,
    { more },
  );
}
