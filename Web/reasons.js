// Why somebody owes somebody: asked for when it is looked at, since the reasons of a whole plan may be more than one message has space for.

import { app, changed, go } from './app.js';
import { ask } from './client.js';
import { h } from './dom.js';
import { refusal, t, tx } from './i18n.js';
import { amount, figure, person, personOrYou } from './parts.js';
import { entryTitle } from './words.js';

const underWay = new Set();
/** The debts of which the reasons are shown. */
const opened = new Set();

/**
 * The reasons of a debt, behind a word.
 * @param {any} debt @param {number} place its place in the plan @param {string} currency @param {string} mode
 * @param {boolean} isStale whether the plan is older than what is known of the group
 * @returns {any}
 */
export function reasons(debt, place, currency, mode, isStale) {
  const { groupId, computed } = app.group;
  const name = `why ${currency} ${mode} ${debt.fromMemberId} ${debt.toMemberId}`;
  const key = `${groupId} ${name}`;
  const at = app.group.lanes.shared ?? 0;
  const isLive = app.connection === 'live';
  const isOpen = opened.has(key);
  // Those of another sum are not those of this one.
  const known = computed[name]?.minor === debt.minor ? computed[name] : null;
  if (isOpen && isLive && app.isCaughtUp && !isStale && known?.at !== at && !underWay.has(key)) {
    underWay.add(key);
    look(debt, { groupId, currency, mode, explain: true, afterDebts: place }, name, at).finally(() => underWay.delete(key));
  }
  return h(
    'details',
    { open: isOpen },
    h('summary', {
      onclick: (event) => {
        event.preventDefault();
        if (isOpen) opened.delete(key);
        else opened.add(key);
        // What was refused is asked for again by looking again.
        if (known?.rejected) delete computed[name];
        changed();
      },
    }, t('Why?')),
    !isOpen
      ? null
      : known?.rejected
      ? h('p', { class: 'problem' }, refusal(known.rejected))
      : known
      ? explanation(known.routes, currency)
      : h('p', { class: 'loading' }, isLive ? t('One moment …') : t('This is known once there is a connection.')),
  );
}

/** Asks for the reasons of a debt, which comes first in the answer, and keeps them with the group while they hold. */
async function look(debt, question, name, at) {
  const { group } = app;
  const { settlement, rejected } = await ask({ readSettlement: question });
  const found = rejected ? debt : settlement?.debts?.find((one) => one.fromMemberId === debt.fromMemberId && one.toMemberId === debt.toMemberId);
  // Where there is no such debt of that sum any more, a newer plan is on its way.
  if (!found || found.minor !== debt.minor) return;
  for (const one of Object.keys(group.computed)) {
    if (/^(why|settlement) /.test(one) && group.computed[one].at !== at) delete group.computed[one];
  }
  group.computed[name] = { at, minor: found.minor, routes: found.routes ?? [], rejected };
  changed();
}

/** The ways that a debt took: hops between members, and the entries behind each. */
function explanation(routes, currency) {
  return h(
    'div',
    { class: 'stack tight' },
    routes.map((route, place) =>
      h(
        'div',
        { class: 'route', key: String(place) },
        routes.length > 1 || route.hops.length > 1
          ? h(
            'p',
            { class: 'hint' },
            figure(route.minor, currency),
            route.hops.length > 1
              ? [
                ' ',
                tx('by way of {names}', { names: route.hops.slice(1).map((hop, index) => [index ? ', ' : '', person(hop.fromMemberId)]) }),
              ]
              : '',
          )
          : null,
        route.hops.map((hop, index) => (hop.replaced
          ? h(
            'p',
            { key: String(index) },
            tx('{to} pays this to {from} by another payment.', { to: personOrYou(hop.toMemberId), from: personOrYou(hop.fromMemberId) }),
          )
          : h(
            'div',
            { key: String(index) },
            h(
              'p',
              null,
              hop.fromMemberId === app.group.memberId
                ? tx('You owe {to} for', { to: person(hop.toMemberId) })
                : hop.toMemberId === app.group.memberId
                ? tx('{from} owes you for', { from: person(hop.fromMemberId) })
                : tx('{from} owes {to} for', { from: person(hop.fromMemberId), to: person(hop.toMemberId) }),
            ),
            h(
              'ul',
              { class: 'parts' },
              (hop.parts ?? []).map((part) => {
                const entry = app.group.shared.entries.get(part.entryId);
                return h(
                  'li',
                  { key: part.entryId },
                  h(
                    'button',
                    {
                      type: 'button',
                      class: 'part',
                      onclick: () => go('balances', 'entry', part.entryId),
                    },
                    h('bdi', null, entry ? entryTitle(entry) : '?'),
                    h(
                      'span',
                      null,
                      amount(part.minor, currency),
                      entry ? h('span', { class: 'soft' }, ' ', t('of {amount}', { amount: figure(entry.minor, entry.currency) })) : null,
                    ),
                  ),
                );
              }),
              hop.moreEntries
                ? h('li', { class: 'hint' }, t('and {n} more, {amount}', { n: hop.moreEntries, amount: figure(hop.moreMinor, currency) }))
                : null,
            ),
          ))
        ),
      )
    ),
  );
}
