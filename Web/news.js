// Reads aloud what comes in, for who does not see it: one polite live region, with the newest few lines.

import { app, closeSheet, go, say } from './app.js';
import { t } from './i18n.js';
import { entryNews, line, plainText, whenTold } from './lines.js';
import { clean } from './text.js';

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
 * Tells which accounts of others are shared no longer, whenever that happened, and that one is shared, if that was just now.
 * @param {[boolean, any]} before whether the page was up to date, and the accounts that it showed
 * @param {any} group
 */
export function tellAccounts([wasCaughtUp, shown], group) {
  const others = (accounts, known) => Object.keys(accounts).filter((id) => !known[id] && accounts[id].ownerId !== group.memberId);
  const ended = others(shown, group.accounts);
  // Its sheet does not open by itself when it is shared again.
  if (ended.some((id) => app.route.id?.startsWith(id))) closeSheet();
  if (ended.length) say(t('No longer shared with you: {accounts}.', { accounts: ended.map((id) => clean(shown[id].content.name)).join(', ') }));
  else if (wasCaughtUp && others(group.accounts, shown).length) {
    say(t('An account is shared with you.'), { label: t('Look'), run: () => go('accounts') });
  }
}
