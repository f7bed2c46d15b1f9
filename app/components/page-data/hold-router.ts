import { openDocument } from './open-document.ts';
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

/** The guard's scripts load after the first page, which needs them only once a response is lost. */
const guardAfterMs = 3_000;
const retryMs = 1_000;

/**
 * Guards the router from its first request on. The guard's scripts load three seconds after the page, or
 * earlier when a response is lost. A failed request waits for them, and the guard decides its result
 * (docs/decisions/030).
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
      performance.mark('guarded');
      return true;
    }));
  const events: PageFetchEvents = {
    isSkipped: () => false,
    onResponse: recordRequestId,
    // By the next call, the guard has replaced this function.
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
  /** Resolves to true once the guard is loaded; false if its scripts no longer exist. */
  guard: () => Promise<boolean>;
}

/** Passes failures to the guard without another fetch. */
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

/** The script of a page waits for the guard. A button needs no script of its target route. */
function holdLazy({ router, route, plain, guard }: Held & { router: PageRouter; plain: Lazy }): Lazy {
  const held: Lazy = async () => {
    if (!router.state.navigation.location) {
      // The router takes an empty result as the whole route, and forgets how to load it.
      setTimeout(() => (route.lazy ??= held));
      return {};
    }
    const hasGuard = await guard();
    const { navigation, location: shown } = router.state;
    // The scripts of this page no longer exist.
    if (!hasGuard && navigation.state === 'loading' && addressOf(navigation.location) !== addressOf(shown)) {
      openDocument(navigation.location);
      return new Promise(() => undefined);
    }
    return route.lazy && route.lazy !== held ? route.lazy() : plain();
  };
  return held;
}

type Lazy = NonNullable<GuardedRoute['lazy']>;

/**
 * Loads the guard and its toasts, and retries while the server is unreachable. Null after a deploy has
 * removed them: the page then continues without them.
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

/**
 * Tracks the index of the shown page in the browser's history: Back changes the browser's index before the
 * data arrives.
 */
function trackHistoryIndex(router: PageRouter): () => number {
  let index = historyIndex();
  router.subscribe(() => {
    if (router.state.navigation.state === 'idle') index = historyIndex();
  });
  return () => index;
}
