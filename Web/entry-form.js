// The sheet in which an expense or income is added or changed.

import {app, changed, closeSheet, now, presentMembers, say} from './app.js';
import * as client from './client.js';
import {h} from './dom.js';
import {Effects} from './effects.js';
import {dayOf, refusal, t} from './i18n.js';
import {newID} from './ids.js';
import {exponent, formatted, parsed, plain, symbol, usualCurrencies} from './money.js';
import {amount as figureOf, avatar, fault, field, icon, person, sheet} from './parts.js';
import * as receipts from './receipts.js';
import {resolved, splitOf, evenPercentages} from './split.js';
import {categoryName, choosable, entryTitle, picture} from './words.js';

const state = {key: '', draft: /** @type {any} */ (null)};
const effects = new Effects(changed);

/** The sheet. @param {string} kind 'add' or 'edit' @param {string} id of the entry that is changed @returns {any} */
export function sheetFor(kind, id) {
  const key = `${kind} ${id} ${app.group.groupId}`;
  if (state.key !== key || !state.draft) Object.assign(state, {key, draft: kind === 'edit' ? draftOf(app.group.shared.entries.get(id)) : newDraft()});
  if (!state.draft) return null;
  return sheet(kind === 'edit' ? t('Change entry') : t('Add'), form(state.draft), {key, onclose: leave});
}

function leave() {
  state.draft = null;
  state.key = '';
  effects.clear();
  closeSheet();
}

const order = () => presentMembers().map((one) => one.memberId);
const sharesByDefault = (one) => one.sharesByDefault ?? ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_ADULT'].includes(one.role);

function newDraft() {
  return {
    entry: null, kind: 'ENTRY_KIND_EXPENSE', amount: '', currency: app.group.shared.currency, description: '', category: '', date: dayOf(now()),
    payers: {[app.group.memberId]: ''}, isSeveral: false, split: {way: 'equal', chosen: new Set(presentMembers().filter(sharesByDefault).map((one) => one.memberId)), figures: {}},
    note: '', merchant: '', receipts: [], problem: '', isBusy: false, isRepeated: false,
  };
}

function draftOf(entry) {
  if (!entry) return null;
  return {
    ...newDraft(), entry, base: entry.version, kind: entry.kind, amount: plain(entry.minor, entry.currency), currency: entry.currency, description: entry.description, category: entry.category,
    date: entry.date, payers: Object.fromEntries(entry.paid.map((share) => [share.memberId, plain(share.minor, entry.currency)])), isSeveral: entry.paid.length > 1,
    split: splitOf(entry), note: entry.note, merchant: entry.merchant, receipts: [...entry.receipts],
  };
}

function update(changes) {
  Object.assign(state.draft, {problem: '', isRepeated: false}, changes);
  changed();
}

function form(draft) {
  const minor = parsed(draft.amount, draft.currency);
  const split = resolved(draft.split, members(draft), minor ?? 0n, draft.currency);
  effects.look(minor && split.isWhole ? body(draft, minor, split) : null, draft.entry);
  const isIncome = draft.kind === 'ENTRY_KIND_INCOME';
  return h('form', {class: 'stack', onsubmit: (event) => { event.preventDefault(); send(draft, true); }, novalidate: true},
    draft.entry ? null : h('div', {class: 'tabs', role: 'group', 'aria-label': t('Kind')}, [['ENTRY_KIND_EXPENSE', t('Expense')], ['ENTRY_KIND_INCOME', t('Income')]].map(([kind, text]) =>
      h('button', {type: 'button', class: 'tab', 'aria-pressed': String(draft.kind === kind), onclick: () => update({kind, category: ''})}, text))),
    h('div', {class: 'amount-field'},
      h('label', {class: 'unseen', for: 'amount'}, t('Amount')),
      h('span', {class: 'currency-sign', 'aria-hidden': 'true'}, symbol(draft.currency).trim()),
      h('input', {id: 'amount', inputmode: 'decimal', autocomplete: 'off', placeholder: exponent(draft.currency) ? '0.00' : '0', value: draft.amount, maxlength: 60,
        'aria-invalid': String(draft.amount !== '' && minor === null), enterkeyhint: 'next',
        'data-focus': !draft.entry, oninput: (event) => update({amount: event.target.value})}),
      h('select', {'aria-label': t('Currency'), class: 'currency', value: draft.currency, onchange: (event) => update({currency: event.target.value})},
        [...new Set([draft.currency, app.group.shared.currency, ...usualCurrencies])].map((code) => h('option', {value: code}, code)))),
    /\+|[a-zA-Z]/.test(draft.amount) && minor ? h('p', {class: 'hint'}, '= ', formatted(minor, draft.currency)) : null,
    field(isIncome ? t('From what') : t('What for'), h('input', {value: draft.description, maxlength: 200, autocomplete: 'off', autocapitalize: 'sentences', oninput: (event) => update({description: event.target.value})})),
    categories(draft), payers(draft, minor), splitting(draft, split, minor), further(draft), whatFollows(draft),
    fault(draft.problem), draft.isRepeated ? repeated(draft) : null,
    h('div', {class: 'actions'}, h('button', {class: 'main', type: 'submit', disabled: draft.isBusy}, draft.entry ? t('Save') : t('Add'), minor && !draft.entry ? ` ${formatted(minor, draft.currency)}` : '')));
}

/** Members who may stand in the entry: those who are there, and those who stand in it already. */
function members(draft) {
  const here = order();
  const named = [...(draft.entry?.owed ?? []), ...(draft.entry?.paid ?? [])].map((share) => share.memberId);
  return [...here, ...new Set(named.filter((id) => !here.includes(id)))];
}

function categories(draft) {
  const all = choosable(draft.kind);
  const used = new Map();
  for (const entry of [...app.group.shared.entries.values()].slice(-200)) if (entry.category) used.set(entry.category, (used.get(entry.category) ?? 0) + 1);
  const sorted = [...all].sort((a, b) => (used.get(b.key) ?? 0) - (used.get(a.key) ?? 0));
  return h('fieldset', {class: 'chips'}, h('legend', {class: 'label'}, t('Category')), h('div', {class: 'chip-row'}, sorted.map((one) =>
    h('label', {class: 'chip', key: one.key}, h('input', {type: 'radio', name: 'category', value: one.key, checked: draft.category === one.key, onchange: () => update({category: one.key})}),
      h('span', null, h('span', {'aria-hidden': 'true'}, picture(one.key)), ' ', categoryName(one.key))))));
}

function payers(draft, minor) {
  const title = draft.kind === 'ENTRY_KIND_INCOME' ? t('Received by') : t('Paid by');
  const pick = (id) => update({payers: {[id]: ''}});
  const total = Object.values(draft.payers).reduce((sum, text) => sum + (parsed(text, draft.currency) ?? 0n), 0n);
  return h('fieldset', {class: 'chips'}, h('legend', {class: 'label'}, title),
    draft.isSeveral
      ? [h('div', {class: 'share-rows'}, members(draft).map((id) => shareRow(id, draft.payers[id] ?? '', t('Paid by'), (text) => update({payers: {...draft.payers, [id]: text}}), symbol(draft.currency).trim()))),
        minor !== null && total !== minor ? h('p', {class: 'hint bad'}, missing(minor - total, draft.currency)) : null]
      : h('div', {class: 'chip-row wrap'}, members(draft).map((id) => h('label', {class: 'chip', key: id},
        h('input', {type: 'radio', name: 'payer', checked: id in draft.payers, onchange: () => pick(id)}), h('span', null, id === app.group.memberId ? t('You') : person(id))))),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', checked: draft.isSeveral, onchange: (event) => update({isSeveral: event.target.checked,
      payers: event.target.checked ? Object.fromEntries(Object.keys(draft.payers).map((id) => [id, draft.amount])) : {[Object.keys(draft.payers)[0] ?? app.group.memberId]: ''}})}),
    h('span', null, draft.kind === 'ENTRY_KIND_INCOME' ? t('Several received it') : t('Several paid'))));
}

const missing = (difference, currency) => (difference > 0n ? t('{amount} is missing', {amount: formatted(difference, currency)}) : t('{amount} too much', {amount: formatted(-difference, currency)}));

function shareRow(id, text, label, change, unit, right) {
  return h('label', {class: 'share-row', key: id}, avatar(id, 'small'), h('span', {class: 'grow'}, id === app.group.memberId ? t('You') : person(id)), right,
    h('span', {class: 'unit', key: 'unit'}, h('input', {inputmode: 'decimal', autocomplete: 'off', value: text, 'aria-label': `${label}: ${id === app.group.memberId ? t('You') : app.group.shared.members.find((one) => one.memberId === id)?.displayName ?? ''}`,
      oninput: (event) => change(event.target.value)}), h('span', {'aria-hidden': 'true'}, unit)));
}

function splitting(draft, split, minor) {
  const {way} = draft.split;
  const set = (changes) => update({split: {...draft.split, ...changes}});
  const choose = (wanted) => {
    const ids = members(draft).filter((id) => draft.split.chosen.has(id));
    const figures = wanted === 'percentage' ? evenPercentages(ids) : wanted === 'weights' ? Object.fromEntries(ids.map((id) => [id, '1']))
      : wanted === 'exact' && minor ? Object.fromEntries([...split.owed].map(([id, part]) => [id, plain(part, draft.currency)])) : {};
    set({way: wanted, figures});
  };
  const ways = [['equal', t('Equally')], ['percentage', t('Percent')], ['exact', t('Amounts')], ['weights', t('Shares')]];
  const figures = effects.owed ?? split.owed;
  const unit = {percentage: '%', weights: '×', exact: symbol(draft.currency).trim()}[way];
  const share = (id) => (minor && figures.get(id) !== undefined ? figureOf(figures.get(id), draft.currency, 'soft') : null);
  return h('fieldset', {class: 'chips'}, h('legend', {class: 'label'}, draft.kind === 'ENTRY_KIND_INCOME' ? t('Divided') : t('Split')),
    h('div', {class: 'tabs small', role: 'group', 'aria-label': t('How it is split')}, ways.map(([name, text]) =>
      h('button', {type: 'button', class: 'tab', 'aria-pressed': String(way === name), onclick: () => choose(name)}, text))),
    h('div', {class: 'share-rows'}, members(draft).map((id) => (way === 'equal'
      ? h('label', {class: 'share-row', key: id}, h('input', {type: 'checkbox', checked: draft.split.chosen.has(id), onchange: (event) => {
        const chosen = new Set(draft.split.chosen);
        if (event.target.checked) chosen.add(id);
        else chosen.delete(id);
        set({chosen});
      }}), avatar(id, 'small'), h('span', {class: 'grow'}, id === app.group.memberId ? t('You') : person(id)), share(id))
      : shareRow(id, draft.split.figures[id] ?? '', ways.find(([name]) => name === way)[1], (text) => set({figures: {...draft.split.figures, [id]: text}}), unit, way === 'exact' ? null : share(id))))),
    minor && split.missing.amount ? h('p', {class: 'hint bad'}, missing(split.missing.amount, draft.currency)) : null,
    split.missing.basisPoints ? h('p', {class: 'hint bad'}, split.missing.basisPoints > 0
      ? t('{n} % is missing', {n: split.missing.basisPoints / 100}) : t('{n} % too much', {n: -split.missing.basisPoints / 100})) : null,
    way === 'equal' && !draft.split.chosen.size ? h('p', {class: 'hint bad'}, t('Choose who shares it.')) : null);
}

function further(draft) {
  return [
    h('div', {class: 'receipt-row'},
      h('label', {class: 'second file'}, icon('camera'), h('span', null, t('Receipt')),
        h('input', {type: 'file', accept: 'image/*', class: 'unseen', id: 'receipt', onchange: (event) => addReceipt(draft, event.target)})),
      draft.receipts.map((one, index) => h('button', {type: 'button', class: 'chip-button', key: one.sha256, 'aria-label': t('Remove this receipt'),
        onclick: () => update({receipts: draft.receipts.filter((_, place) => place !== index)})}, one.url ? h('img', {src: one.url, alt: ''}) : '🧾', icon('close')))),
    h('details', {open: Boolean(draft.note || draft.merchant) || undefined}, h('summary', null, t('Date, shop, note')), h('div', {class: 'stack'},
      field(t('Date'), h('input', {type: 'date', value: draft.date, onchange: (event) => event.target.value && update({date: event.target.value})})),
      field(t('Shop'), h('input', {value: draft.merchant, maxlength: 100, oninput: (event) => update({merchant: event.target.value})})),
      field(t('Note'), h('textarea', {value: draft.note, maxlength: 1000, oninput: (event) => update({note: event.target.value})})))),
  ];
}

async function addReceipt(draft, input) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  try {
    const receipt = await receipts.prepare(file);
    if (!draft.receipts.some((one) => one.sha256 === receipt.sha256)) update({receipts: [...draft.receipts, receipt]});
  } catch {
    update({problem: t('This picture cannot be read. Choose another.')});
  }
}

function whatFollows(draft) {
  const lines = effects.lines();
  return lines.length ? h('div', {class: 'note effects', role: 'status'}, lines) : null;
}

function repeated(draft) {
  return h('div', {class: 'note stack'}, h('p', null, t('Almost the same was added just now. Is this another one?')),
    h('button', {type: 'button', class: 'second', onclick: () => send(draft, false)}, t('Yes, add it too')),
    h('button', {type: 'button', class: 'quiet', onclick: leave}, t('No, it is the same')));
}

function body(draft, minor, split) {
  const several = Object.entries(draft.payers).map(([memberId, text]) => ({memberId, minor: String(parsed(text, draft.currency) ?? 0n)})).filter((share) => share.minor !== '0');
  const paid = draft.isSeveral ? several : [{memberId: Object.keys(draft.payers)[0], minor: String(minor)}];
  return {
    kind: draft.kind, amount: {minor: String(minor), currency: draft.currency}, description: draft.description.trim(), category: draft.category, date: draft.date,
    paid, split: split.message, note: draft.note.trim(), merchant: draft.merchant.trim(),
    ...(draft.receipts.length ? {receipts: draft.receipts.map(({sha256, mediaType, sizeBytes, name}) => ({sha256, mediaType, sizeBytes: String(sizeBytes), name}))} : {}),
  };
}

async function send(draft, guards) {
  if (draft.isBusy) return;
  const minor = parsed(draft.amount, draft.currency);
  if (minor === null) return update({problem: t('Write an amount, as in 450.50 or 320+130.')});
  const split = resolved(draft.split, members(draft), minor, draft.currency);
  const content = body(draft, minor, split);
  if (!split.isWhole) return update({problem: t('The shares do not add up to the amount.')});
  if (content.paid.reduce((sum, share) => sum + BigInt(share.minor), 0n) !== minor) return update({problem: t('What was paid does not add up to the amount.')});
  const command = draft.entry ? editing(draft, content) : {addEntry: {entryId: newID(), content, ...(guards ? {guardDuplicates: true} : {})}};
  if (!command) return leave();
  update({isBusy: true});
  for (const receipt of draft.receipts) if (receipt.blob) await receipts.keep(app.group.groupId, receipt);
  const result = await client.command(command, {keeps: true, label: content.description || categoryName(content.category)});
  receipts.upload();
  draft.isBusy = false;
  if (result.rejected) return refused(draft, result.rejected);
  leave();
  if (result.waiting) say(t('Kept here. It is sent as soon as there is a connection.'));
  else say(draft.entry ? t('Changed.') : t('Added.'), {label: t('Undo'), run: undo});
}

async function undo() {
  const result = await client.command({undoLast: {}});
  say(result.accepted ? t('Undone.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
}

function refused(draft, rejected) {
  if (state.draft !== draft) return say(refusal(rejected));
  if (rejected.code === 'possible_duplicate') return update({isRepeated: true, problem: ''});
  if (rejected.code !== 'conflict' || !draft.entry) return update({problem: refusal(rejected)});
  const current = app.group.shared.entries.get(draft.entry.id);
  Object.assign(draft, {base: current.version});
  update({problem: t('{what} was changed meanwhile: it is {amount} now. Save again to put yours in its place.', {what: entryTitle(current), amount: formatted(current.minor, current.currency)})});
}

/** Only what was changed, with the version that it is based on. */
function editing(draft, content) {
  const {entry} = draft;
  const changes = {};
  const before = body(draftOf(entry), BigInt(entry.minor), resolved(splitOf(entry), members(draft), BigInt(entry.minor), entry.currency));
  const money = ({kind, amount, paid, split}) => ({kind, amount, paid, split});
  if (JSON.stringify(money(content)) !== JSON.stringify(money(before))) changes.money = money(content);
  for (const name of ['description', 'category', 'date', 'note', 'merchant']) if (content[name] !== before[name]) changes[name] = content[name];
  if (JSON.stringify(content.receipts ?? []) !== JSON.stringify(before.receipts ?? [])) changes.receipts = {receipts: content.receipts ?? []};
  return Object.keys(changes).length ? {editEntry: {entryId: entry.id, baseVersion: String(draft.base), changes}} : null;
}

