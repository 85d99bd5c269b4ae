// The beginning: reads what this device keeps, chooses the language, draws, and draws again whenever something changes.

import { app, changed, go, readRoute, whenChanged } from './app.js';
import { readCode } from './arrival.js';
import * as client from './client.js';
import { render } from './dom.js';
import { wasLeft, watchKeys } from './exit.js';
import { choose } from './i18n.js';
import { page } from './shell.js';

const place = document.getElementById('app');

function draw() {
  document.documentElement.dataset.theme = app.settings.theme || 'auto';
  render(place, page());
}

/** Opens the group that a notice is of. @param {string} group */
async function openGroup(group) {
  if (app.identity !== 'known') return;
  await client.open(group);
  go('room');
}

async function begin() {
  if (wasLeft()) return;
  readCode();
  readRoute();
  addEventListener('popstate', readRoute);
  addEventListener('hashchange', readRoute);
  watchKeys();
  await client.start();
  if (app.route.view === 'open') await openGroup(app.route.sheet);
  await choose(app.settings.language);
  whenChanged(draw);
  draw();
  changed();
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data?.group && openGroup(data.group));
  if (navigator.serviceWorker && isSecureContext) navigator.serviceWorker.register('/service-worker.js').catch(() => {});
}

begin();
