// Reads aloud what comes in, for who does not see it: one polite live region, with the newest few lines.

import { app, closeSheet, go, me, nameOf, say } from './app.js';
import { t } from './i18n.js';
import { entryNews, line, plainText, whenTold } from './lines.js';
import { children, isMinor, isOwner } from './rights.js';
import { clean } from './text.js';
import { roleWord } from './words.js';

const kept = 5;

/**
 * Tells what has just happened; one's own acts are not told.
 * @param {any[]} items of the feed
 */
export async function announce(items) {
  const place = document.getElementById('news');
  if (!place) return;
  for (const item of items.slice(-kept)) {
    if (item.by && item.by === app.group.memberId) continue;
    let text = item.type === 'entryAdded' ? entryNews(item) : plainText(line(item));
    if (!text && whenTold()) {
      await whenTold();
      text = plainText(line(item));
    }
    if (!text) continue;
    const row = document.createElement('p');
    row.textContent = text;
    place.append(row);
  }
  while (place.childElementCount > kept) place.firstElementChild.remove();
}

/**
 * Tells which accounts and children the reader sees no longer, or only now, and that they are a child no longer, or one now. That an account is shared is
 * told if it was just now, all else whenever it happened.
 * @param {{wasCaughtUp: boolean, accounts: any, children: string[], role: string}} before what the page showed, and whether it was up to date then
 */
export function tellScreens(before) {
  const { group } = app;
  if (!group) return;
  const texts = [];
  let action;
  const others = (accounts, known) => Object.keys(accounts).filter((id) => !known[id] && accounts[id].ownerId !== group.memberId);
  const accounts = others(before.accounts, group.accounts);
  if (accounts.length) {
    texts.push(t('No longer shared with you: {accounts}.', { accounts: accounts.map((id) => clean(before.accounts[id].content.name)).join(', ') }));
  } else if (before.wasCaughtUp && others(group.accounts, before.accounts).length) {
    texts.push(t('An account is shared with you.'));
    action = { label: t('Look'), run: () => go('accounts') };
  }
  const now = children();
  const gone = before.children.filter((id) => !now.includes(id));
  const come = now.filter((id) => !before.children.includes(id));
  const wasMinor = before.role === 'ROLE_MINOR';
  // The owner looks after every child, so the feed has said it.
  if (before.role !== 'ROLE_OWNER' || !isOwner()) {
    if (gone.length) texts.push(t('You do not look after {names} any more.', { names: gone.map(nameOf).join(', ') }));
    if (come.length) texts.push(t('You look after {names} from now on.', { names: come.map(nameOf).join(', ') }));
  }
  if (wasMinor !== isMinor()) {
    const role = roleWord(me().role);
    texts.push(
      wasMinor
        ? t('You are {role} now. From now on nobody else sees what you noted of your spending.', { role })
        : t('You are {role} now. My spending shows you who sees what you spend.', { role }),
    );
  }
  if (come.length || (isMinor() && !wasMinor)) action = { label: t('Look'), run: () => go('child') };
  // What is over closes; a sheet does not open by itself when its account or child is back.
  if (app.route.view === 'child' && !isMinor() && !now.length) go('room');
  else if (isAbout(app.route, accounts, wasMinor && !isMinor() ? [...gone, group.memberId] : gone)) closeSheet();
  if (texts.length) say(texts.join(' '), action);
}

/** Whether a sheet is about an account or a child of these. */
const isAbout = ({ sheet, id }, accounts, minors) =>
  accounts.some((one) => id.startsWith(one)) || (childSheets.includes(sheet) && minors.some((one) => id.includes(one)));
const childSheets = ['spend', 'limit', 'allowance', 'accountShare'];
