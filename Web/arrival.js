// With what somebody arrives: an invite's code, or the code of another device of theirs. Both stand in the address's fragment, which no server sees.

import { changed } from './app.js';
import { codeIn } from './ids.js';

/** Where invites lead. */
export const invitePath = '/join';

/** The codes that wait to be used. */
export const arrival = { code: '', linkCode: '' };

/** Takes a code out of the address. */
export function readCode() {
  const link = /^#\/link\/(.+)$/.exec(location.hash);
  if (link) {
    arrival.linkCode = codeIn(link[1]);
    history.replaceState(null, '', '/');
  } else if (location.pathname === invitePath) {
    // A link that was cut is an invite that does not work, and says so.
    arrival.code = codeIn(location.hash) || location.hash.slice(1, 30);
    if (!arrival.code) history.replaceState(null, '', '/');
  }
  addEventListener('hashchange', () => {
    if (location.pathname !== invitePath || !codeIn(location.hash)) return;
    arrival.code = codeIn(location.hash);
    changed();
  });
}

/** Opens the page behind an invite. @param {string} code */
export function useInvite(code) {
  arrival.code = code;
  history.pushState(null, '', `${invitePath}#${code}`);
  changed();
}

/** Goes on without the invite, or after it was used. */
export function leaveInvite() {
  arrival.code = '';
  history.replaceState(null, '', '/#/room');
  changed();
}
