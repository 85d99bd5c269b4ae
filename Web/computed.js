// What the server computes from the committed state: settlements and dashboards. The last answer stays with the group, so it can be seen without a connection.

import { app, changed } from './app.js';
import { ask } from './client.js';

const underWay = new Set();
const pause = 300;

/**
 * An answer of the server, asked for anew when the group has changed since.
 * @param {string} name under which it is kept
 * @param {any} question a message of the client
 * @param {string} part the member of the answer
 * @returns {{value: any, isStale: boolean}}
 */
export function computed(name, question, part) {
  const { group } = app;
  const known = group.computed[name];
  const at = group.lanes.shared ?? 0;
  if (app.connection === 'live' && app.isCaughtUp && !document.hidden && known?.at !== at && !underWay.has(name)) {
    underWay.add(name);
    setTimeout(async () => {
      const asked = group.lanes.shared ?? 0;
      let answer = await ask(question);
      if (answer[part]?.nextDebt) answer = await (await import('./whole.js')).whole(question, answer);
      underWay.delete(name);
      if (answer[part]) group.computed[name] = { at: asked, value: answer[part] };
      else if (answer.rejected) group.computed[name] = { at: asked, value: known?.value, rejected: answer.rejected };
      changed();
    }, known ? pause : 0);
  }
  return { value: known?.value, isStale: known?.at !== at };
}

/**
 * Who pays whom in a currency.
 * @param {string} currency @param {string} [mode] 'parties': those who settle as one count as one (SPEC PT-03)
 * @returns {any} Settlement, or undefined
 */
export function settlement(currency, mode) {
  const { groupId } = app.group;
  const way = mode === 'parties' ? { byParty: true } : { mode };
  return computed(`plan ${currency} ${mode}`, { readSettlement: { groupId, currency, ...way } }, 'settlement');
}

/** The figures of a month. @param {string} date @param {string} currency @returns {any} Dashboard, or undefined */
export function dashboard(date = '', currency = '') {
  const { groupId } = app.group;
  return computed(`dashboard ${date} ${currency}`, {
    readDashboard: { groupId, period: 'DASHBOARD_PERIOD_MONTH', date, currency },
  }, 'dashboard');
}
