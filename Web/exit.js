// The quick way out: the page is emptied and left, and the way back does not lead to it.

/** Where the way out leads. A blank page: no other site learns that somebody came from here. */
const blank = 'about:blank';

/** Empties the page and leaves it. */
export function quickExit() {
  document.documentElement.replaceChildren();
  document.title = ' ';
  history.replaceState(null, '', '/');
  location.replace(blank);
}

let presses = [];

/** Leaves when Escape is pressed three times within a second and a half. */
export function watchKeys() {
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') { presses = []; return; }
    const at = performance.now();
    presses = [...presses.filter((time) => at - time < 1500), at];
    if (presses.length >= 3) quickExit();
  }, true);
}
