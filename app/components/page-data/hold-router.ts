import { hasNotices } from './page-notices.ts';
import { addressOf, flatten, historyIndex, isPageData, type PageRouter } from './router.ts';

/** The first page is drawn without the scripts that it needs only once a response is lost. */
const guardAfterMs = 3_000;
const retryMs = 1_000;
const handlers = ['loader', 'action', 'lazy'] as const;

/**
 * Guards the router before its first request: until the scripts of the guard are there, whatever fetches page data waits
 * for them. They come with the first such request, or three seconds after the page (docs/decisions/030).
 */
export function holdRouter(router: PageRouter): void {
  const plainFetch = window.fetch.bind(window);
  const releases: (() => void)[] = [];
  const shownIndex = trackHistoryIndex(router);
  let guarding: Promise<boolean> | undefined;
  const guard = () =>
    (guarding ??= loadGuard().then((guardRouter) => {
      window.fetch = plainFetch;
      if (!guardRouter) return false;
      for (const release of releases) release();
      guardRouter({ router, shownIndex });
      return true;
    }));

  window.fetch = (input, init) =>
    isPageData(input) ? guard().then(() => window.fetch(input, init)) : plainFetch(input, init);
  for (const route of flatten(router.routes))
    for (const name of handlers) {
      const plain = route[name] as ((...args: unknown[]) => unknown) | undefined;
      if (!plain) continue;
      const held = async (...args: unknown[]) => {
        if (await guard()) return (route[name] as typeof plain)(...args);
        return name !== 'action' && isLeaving(router) ? loadWhole(router) : plain(...args);
      };
      Object.assign(route, { [name]: Object.assign(held, plain) });
      releases.push(() => Object.assign(route, { [name]: plain }));
    }
  setTimeout(() => void guard(), guardAfterMs);
}

/** Without a guard the scripts of this page are gone: the next page comes whole, from the new build. */
function isLeaving({ state: { navigation, location: shown } }: PageRouter): boolean {
  return navigation.state === 'loading' && addressOf(navigation.location) !== addressOf(shown);
}

function loadWhole({ state: { navigation } }: PageRouter): Promise<never> {
  const { pathname, search, hash } = navigation.location ?? location;
  location.assign(pathname + search + hash);
  return new Promise(() => undefined);
}

/**
 * The guard and its toasts. While the server cannot be reached they are fetched until they come; null where they are gone,
 * which is a deploy: then the page goes on without them.
 */
async function loadGuard() {
  for (let misses = 0; misses < 2;) {
    try {
      const [{ guardRouter }] = await Promise.all([
        import('./guard-router.ts'),
        hasNotices() && import('#app/components/ui/toast-shelf.tsx'),
      ]);
      return guardRouter;
    } catch {
      if (await isServerThere()) misses += 1;
      else await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return null;
}

const isServerThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The place in the browser's history of the page that is shown: Back moves that of the browser before the data is there. */
function trackHistoryIndex(router: PageRouter): () => number {
  let index = historyIndex();
  router.subscribe(() => {
    if (router.state.navigation.state === 'idle') index = historyIndex();
  });
  return () => index;
}
