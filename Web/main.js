// The beginning: reads what this device keeps, chooses the language, draws, and draws again whenever something changes.

import { app, changed, readRoute, whenChanged } from './app.js';
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

async function begin() {
  if (wasLeft()) return;
  readCode();
  readRoute();
  addEventListener('popstate', readRoute);
  addEventListener('hashchange', readRoute);
  watchKeys();
  await client.start();
  await choose(app.settings.language);
  whenChanged(draw);
  draw();
  changed();
  if (navigator.serviceWorker && isSecureContext) navigator.serviceWorker.register('/service-worker.js').catch(() => {});
}

begin();
