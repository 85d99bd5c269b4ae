// Reads aloud what comes in, for who does not see it: one polite live region, with the newest few lines.

import { app } from './app.js';
import { entryNews, line, plainText, whenTold } from './lines.js';

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
