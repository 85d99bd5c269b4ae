// Among whom an entry divides that names nobody (SPEC CM-09, MB-14), and the names written into one that is kept (SPEC CM-15).

const present = new Set(['MEMBER_STATUS_ACTIVE', 'MEMBER_STATUS_UNCLAIMED']);
const sharing = new Set(['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_ADULT']);

/** A placeholder takes a proposed role by itself, at its time. */
function roleAt(member, now) {
  const at = Number(member.proposedEffectiveAtMs ?? 0);
  return member.proposedRole && at && now >= at ? member.proposedRole : member.role;
}

/**
 * The members among whom an entry divides that names nobody, in the order of joining.
 * @param {any[]} members @param {number} now by the server's clock, in milliseconds since 1970
 * @returns {string[]} their ids
 */
export function sharers(members, now) {
  return members.filter((one) => {
    const status = one.status ?? (one.holder ? 'MEMBER_STATUS_ACTIVE' : 'MEMBER_STATUS_UNCLAIMED');
    return present.has(status) && (one.sharesByDefault ?? sharing.has(roleAt(one, now)));
  }).map((one) => one.memberId);
}

/**
 * The field of a command in which a split names nobody, so that who shares by default when it is carried out would share; '': there is none.
 * A rule is none: it divides among those who share whenever it books.
 * @param {any} command
 * @returns {string} its path
 */
export function unnamed({ addEntry, editEntry }) {
  const [place, of] = addEntry
    ? ['addEntry.content.split', addEntry.content]
    : ['editEntry.changes.money.split', editEntry?.changes?.money];
  if (!of) return '';
  const method = ['equal', 'income', 'percentage', 'exact', 'weights'].find((name) => of.split?.[name]);
  if (!method) return of.kind === 'ENTRY_KIND_EXPENSE' ? place : '';
  return (method === 'equal' || method === 'income') && !of.split[method].memberIds?.length ? place : '';
}

/**
 * The command with names in that split.
 * @param {any} command @param {string[]} memberIds
 * @returns {any}
 */
export function named(command, memberIds) {
  const withNames = (of) => ({ ...of, split: of.split?.income ? { income: { memberIds } } : { equal: { memberIds } } });
  const { addEntry, editEntry } = command;
  if (addEntry) return { ...command, addEntry: { ...addEntry, content: withNames(addEntry.content) } };
  const { changes } = editEntry;
  return { ...command, editEntry: { ...editEntry, changes: { ...changes, money: withNames(changes.money) } } };
}
