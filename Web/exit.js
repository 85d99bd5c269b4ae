// The quick way out: the page is emptied and left, and the way back does not lead to it.

/** Where the way out leads. A blank page: no other site learns that somebody came from here. */
const blank = 'about:blank';

/** Under which this tab remembers that it was left so. */
const mark = 'left';

/** Empties the page and leaves it. */
export function quickExit() {
  try {
    sessionStorage.setItem(mark, '1');
  } catch {
    // Without storage the way back opens the page anew.
  }
  document.documentElement.replaceChildren();
  document.title = ' ';
  history.replaceState(null, '', '/');
  location.replace(blank);
}

/**
 * Whether somebody comes back by the browser's way back after leaving so: then nothing is shown. A new visit shows the page again.
 * @returns {boolean}
 */
export function wasLeft() {
  try {
    if (!sessionStorage.getItem(mark)) return false;
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    if (visit?.type === 'back_forward') {
      document.body.replaceChildren();
      return true;
    }
    sessionStorage.removeItem(mark);
  } catch {
    // No storage: there is nothing to remember.
  }
  return false;
}

let presses = [];

/** Leaves when Escape is pressed three times within a second and a half. */
export function watchKeys() {
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') {
      presses = [];
      return;
    }
    const at = performance.now();
    presses = [...presses.filter((time) => at - time < 1500), at];
    if (presses.length >= 3) quickExit();
  }, true);
}
