import { readPush } from './read-push.ts';
import { responseKind } from './response-kind.ts';

// The service worker: hashed files and the offline page are kept, whatever an account shows never is.

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: the addresses of its hashed files, and a hash of them. */
declare const builtAssets: readonly string[];
declare const buildId: string;

const assetCache = 'assets';
const pageCache = `offline-${buildId}`;
const offlinePage = '/offline';

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(clean()));

self.addEventListener('fetch', (event) => {
  const kind = responseKind({ request: event.request, origin: self.location.origin });
  if (kind === 'asset') event.respondWith(keptAsset(event.request));
  if (kind === 'page') event.respondWith(pageOrOffline(event.request));
});

// The page asks for it when its user has pressed Reload: a page is never changed under their hands.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
});

self.addEventListener('push', (event) => {
  const note = readPush(event.data?.text() ?? '');
  const { title, body, tag, url, failing } = note;
  const shown = self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  });
  event.waitUntil(Promise.all([shown, setBadge(failing)]));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(open(new URL(url, self.location.origin).href));
});

/** Files an earlier version has kept already are not fetched again. */
async function fill(): Promise<void> {
  const assets = await caches.open(assetCache);
  const kept = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname));
  await assets.addAll(builtAssets.filter((path) => !kept.has(path)));
  const pages = await caches.open(pageCache);
  // Without cookies: the cached page belongs to nobody.
  const page = await fetch(offlinePage, { credentials: 'omit', cache: 'reload' });
  if (!page.ok) throw new Error(`The offline page responded with ${page.status}.`);
  await pages.put(offlinePage, page);
}

async function clean(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name !== assetCache && name !== pageCache) await caches.delete(name);
  }
  const assets = await caches.open(assetCache);
  const built = new Set(builtAssets);
  for (const request of await assets.keys()) {
    if (!built.has(new URL(request.url).pathname)) await assets.delete(request);
  }
  // A prefetched page is requested twice if the worker leaves it to the browser, but a sign-in code works once. An
  // earlier version had it on, and the registration keeps it.
  await self.registration.navigationPreload.disable();
}

async function keptAsset(request: Request): Promise<Response> {
  const assets = await caches.open(assetCache);
  return (await assets.match(request.url)) ?? fetch(request);
}

async function pageOrOffline(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const pages = await caches.open(pageCache);
    return (await pages.match(offlinePage)) ?? Response.error();
  }
}

async function setBadge(failing: number | null): Promise<void> {
  if (failing === null || !('setAppBadge' in self.navigator)) return;
  await (failing > 0 ? self.navigator.setAppBadge(failing) : self.navigator.clearAppBadge());
}

/** A window of the app that is open already shows it. */
async function open(url: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) await self.clients.openWindow(url);
  else await (await window.focus()).navigate(url);
}
