// Keeps the page itself on the device, so it opens without a connection. It keeps no answers of the server and no amounts: those are in IndexedDB.

// The build writes the folder of this version here, and the paths of its files below.
const cacheName = '/page/';

/** Everything that the page is made of; the way in is '/'. */
const files = [
  '/',
  '/manifest.webmanifest',
  '/page/*',
];

/** How long the network may take before the kept copy is shown. */
const patience = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      .then(() => forgetFormer()).then(() => self.clients.claim()),
  );
});

/** Forgets files of former versions. */
async function forgetFormer() {
  const cache = await caches.open(cacheName);
  const kept = new Set(files.map((file) => new URL(file, location.origin).href));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/v1/')) return;
  const key = request.mode === 'navigate' ? '/' : request;
  event.respondWith(answer(request, key));
});

/** The network's answer where it comes in time, else the kept one. A file whose path names its version is not asked for again. */
async function answer(request, key) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(key);
  if (kept && new URL(request.url).pathname.startsWith(cacheName)) return kept;
  const fresh = fetch(request).then((response) => {
    if (response.ok) cache.put(key, response.clone());
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience));
  return Promise.race([fresh.catch(() => kept), late]);
}

// A notice of the server's; its text is sealed for this browser alone (SPEC NP-07).
self.addEventListener('push', (event) => {
  const { title, body, group, tag } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title ?? 'Hearth', { body, tag, icon: `${cacheName}icon-192.png`, data: group }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openGroup(event.notification.data));
});

/** Opens a group in a page that is open already, else in a new one. */
async function openGroup(group) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(`/#/open/${group}`);
  page.postMessage({ group });
  return page.focus();
}
