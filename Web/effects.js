// What an entry would change if it came now, as the server reckons it, while somebody is still writing.

import { app, now } from './app.js';
import { ask } from './client.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { newID } from './ids.js';
import { formatted, percent } from './money.js';

const pause = 350;

/** Asks for previews, one at a time, of the newest wish only. */
export class Effects {
  /** @param {() => void} tell called when an answer has come */
  constructor(tell) {
    this.tell = tell;
    this.clear();
  }

  /** Forgets what was asked. */
  clear() {
    clearTimeout(this.timer);
    this.wish = '';
    this.impact = null;
    this.owed = null;
  }

  /**
   * Takes what the form holds; null while it is not whole.
   * @param {any} content EntryContent @param {any} entry the one that is changed, or null
   */
  look(content, entry) {
    const wish = content ? JSON.stringify(content) : '';
    if (wish === this.wish) return;
    this.clear();
    this.wish = wish;
    if (!content || entry || app.connection !== 'live') return;
    this.timer = setTimeout(() => this.ask(content, wish), pause);
  }

  async ask(content, wish) {
    const command = { id: newID(), groupId: app.group.groupId, saidAtMs: String(now()), addEntry: { entryId: newID(), content } };
    const { impact } = await ask({ previewCommand: { command } });
    // What was refused may be taken a moment later.
    if (!impact && this.wish === wish) this.wish = '';
    if (!impact || this.wish !== wish) return;
    this.impact = impact;
    const added = impact.events?.find((event) => event.entryAdded)?.entryAdded;
    this.owed = added ? new Map((added.owed ?? []).map((share) => [share.memberId, BigInt(share.minor ?? 0)])) : null;
    this.tell();
  }

  /** What follows, in sentences. @returns {any[]} */
  lines() {
    if (!this.impact || app.settings.isHiding) return [];
    const lines = [];
    const own = (this.impact.balances ?? []).find((one) => one.memberId === app.group.memberId);
    if (own) {
      const change = BigInt(own.afterMinor ?? 0) - BigInt(own.beforeMinor ?? 0);
      if (change > 0n) lines.push(t('You get back {amount} by this.', { amount: formatted(change, own.currency) }));
      if (change < 0n) lines.push(t('You owe {amount} by this.', { amount: formatted(-change, own.currency) }));
    }
    for (const budget of (this.impact.budgets ?? []).slice(0, 2)) {
      const [before, after] = [budget.before ?? {}, budget.after ?? {}];
      const step = `${budget.name}: ${percent(before.spentMinor, before.limitMinor)} % → ${percent(after.spentMinor, after.limitMinor)} %`;
      const sums = (budget.leftOutAfter ?? []).map((sum) => formatted(sum.minor, sum.currency)).join(', ');
      lines.push(sums ? `${step}. ${t('Not counted, without a rate: {sums}', { sums })}` : step);
    }
    return lines.map((line) => h('p', null, line));
  }
}
