import { installPageFetch, type PageFetchEvents } from './page-fetch.ts';
import { hasNotices } from './page-notices.ts';
import { recordRequestId } from './request-ids.ts';
import {
  addressOf,
  flatten,
  historyIndex,
  type GuardedRoute,
  type Handler,
  type PageRouter,
} from './router.ts';

/** The first page is drawn without the scripts it needs only once a response is lost. */
const guardAfterMs = 3_000;
const retryMs = 1_000;

/**
 * Guards the router from its first request on. The scripts of the guard come three seconds after the page, or when a
 * response is lost before: whatever waited for it then waits for them, and ends as the guard says (docs/decisions/030).
 */
export function holdRouter(router: PageRouter): void {
  const releases: (() => void)[] = [];
  const shownIndex = trackHistoryIndex(router);
  let guarding: Promise<boolean> | undefined;
  const guard = () =>
    (guarding ??= loadGuard().then((guardRouter) => {
      if (!guardRouter) return false;
      for (const release of releases) release();
      guardRouter({ router, events, shownIndex });
      return true;
    }));
  const events: PageFetchEvents = {
    isSkipped: () => false,
    onResponse: recordRequestId,
    // The guard has replaced this function when it is called again.
    retryDelayMs: async (request) => ((await guard()) ? events.retryDelayMs(request) : null),
  };
  installPageFetch(events);
  for (const route of flatten(router.routes)) {
    const { loader, action, lazy } = route;
    releases.push(() => Object.assign(route, { loader, action, lazy }));
    if (loader) route.loader = holdHandler({ route, name: 'loader', plain: loader, guard });
    if (action) route.action = holdHandler({ route, name: 'action', plain: action, guard });
    if (lazy) route.lazy = holdLazy({ router, route, plain: lazy, guard });
  }
  setTimeout(() => void guard(), guardAfterMs);
}

interface Held {
  route: GuardedRoute;
  /** Reports whether the guard is there; false where it is gone. */
  guard: () => Promise<boolean>;
}

/** Passes failures to the guard: nothing is fetched again for them. */
function holdHandler({
  route,
  name,
  plain,
  guard,
}: Held & { name: 'loader' | 'action'; plain: Handler }): Handler {
  const held: Handler = async (args, ...rest) => {
    try {
      return await plain(args, ...rest);
    } catch (error) {
      if (error instanceof Response || args.request.signal.aborted || !(await guard())) throw error;
      return route[name]?.(args, () => failWith(error));
    }
  };
  return Object.assign(held, plain);
}

// eslint-disable-next-line @typescript-eslint/require-await -- Remix takes a promise
const failWith = async (error: unknown): Promise<never> => {
  throw error;
};

/** The script of a page waits for the guard. A button needs none of the route it is sent to. */
function holdLazy({ router, route, plain, guard }: Held & { router: PageRouter; plain: Lazy }): Lazy {
  const held: Lazy = async () => {
    if (!router.state.navigation.location) {
      // The router takes an empty result for the whole route, and forgets how to load it.
      setTimeout(() => (route.lazy ??= held));
      return {};
    }
    if (!(await guard()) && isLeaving(router)) return loadWhole(router);
    return route.lazy && route.lazy !== held ? route.lazy() : plain();
  };
  return held;
}

type Lazy = NonNullable<GuardedRoute['lazy']>;

function isLeaving({ state: { navigation, location: shown } }: PageRouter): boolean {
  return navigation.state === 'loading' && addressOf(navigation.location) !== addressOf(shown);
}

/** Where the scripts of this page are gone the next page comes whole, from the new build. */
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
        hasNotices() && import('#app/components/ui/overlay/toast-shelf.tsx'),
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

/** The place in the browser's history of the shown page: Back moves that of the browser before the data is there. */
function trackHistoryIndex(router: PageRouter): () => number {
  let index = historyIndex();
  router.subscribe(() => {
    if (router.state.navigation.state === 'idle') index = historyIndex();
  });
  return () => index;
}
