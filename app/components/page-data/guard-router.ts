import { isTemporaryFailure, isTemporaryStatus } from './temporary-failure.ts';
import { afterLostAct, isTooLarge } from './lost-act.ts';
import { isLost } from './lost-response.ts';
import { createReloads } from './reloads.ts';
import { recordRequestId, takeRequestId } from './request-ids.ts';
import { createStaying } from './stay.ts';
import {
  addressOf,
  flatten,
  isMutation,
  loadingFetcher,
  pageOf,
  type GuardedRoute,
  type Handler,
  type PageRouter,
} from './router.ts';
import type { PageFetchEvents } from './page-fetch.ts';
import { guardLazy } from './guard-lazy.ts';

const retryMs = 1_000;
const longestRetryMs = 15_000;

/**
 * Keeps an open page through lost responses, at the one place where Remix fetches page data: `window.fetch`
 * detects lost responses, and the handlers of the routes turn them into results for the router
 * (docs/decisions/030).
 * @param events events of that fetch, handled by this guard
 * @param shownIndex index of the shown page in the browser's history
 */
export function guardRouter({
  router,
  events,
  shownIndex,
}: {
  router: PageRouter;
  events: PageFetchEvents;
  shownIndex: () => number;
}): void {
  const reloads = createReloads(router);
  const staying = createStaying({ router, shownIndex });
  const guards = { router, reloads, staying };
  Object.assign(events, {
    isSkipped: ({ url, method }) =>
      staying.isReturning() &&
      method === 'GET' &&
      addressOf({ ...pathOf(pageOf(url)), search: '' }) ===
        addressOf({ pathname: router.state.location.pathname, search: '' }),
    onResponse: ({ url, method, status, requestId }) => {
      recordRequestId({ url, requestId, status });
      if (method === 'GET' && !isTemporaryStatus(status) && isShownPage({ router, url })) reloads.succeed();
    },
    retryDelayMs: ({ url, method, tries }) => {
      // The action succeeded: its next page is requested until it arrives.
      if (method !== 'GET' || !isAfterAct({ router, url })) return null;
      reloads.markStale();
      return Math.min(retryMs * 2 ** (tries - 1), longestRetryMs);
    },
  } satisfies PageFetchEvents);
  for (const route of flatten(router.routes)) guardRoute({ ...guards, route });
}

interface Guards {
  router: PageRouter;
  reloads: ReturnType<typeof createReloads>;
  staying: ReturnType<typeof createStaying>;
}

function guardRoute(guards: Guards & { route: GuardedRoute }): void {
  const { route } = guards;
  if (route.loader)
    route.loader = Object.assign(guardLoader({ ...guards, load: route.loader }), route.loader);
  if (route.action) route.action = guardAction({ ...guards, act: route.action });
  if (route.lazy) guardLazy({ ...guards, wrap: (action) => guardAction({ ...guards, act: action }) });
}

function guardLoader({
  router,
  reloads,
  staying,
  route,
  load,
}: Guards & { route: GuardedRoute; load: Handler }): Handler {
  return async (args, ...rest) => {
    const { request } = args;
    try {
      return await load(args, ...rest);
    } catch (error) {
      const isAborted = () => request.signal.aborted;
      if (isAborted()) throw error;
      const page = new URL(request.url);
      const { location: shown, navigation } = router.state;
      if (addressOf(page) === addressOf(shown)) {
        if (!isLost(error) && !isTemporaryFailure(error)) throw error;
        if (!staying.isReturning()) reloads.fail();
        return keptData({ router, route, error });
      }
      if (!isLost(error)) throw takeRequestId({ error, url: page });
      const isNext = navigation.location && addressOf(page) === addressOf(navigation.location);
      if (isNext) await staying.stay(page);
      if (isAborted()) throw error;
      const loading = isNext ? undefined : loadingFetcher(router);
      // Otherwise a button reloads the page, for an address that was being opened: the page is still shown.
      return loading ? staying.keepLoaded({ page, loading }) : keptData({ router, route, error });
    }
  };
}

/** Current state of the page: old data, or else its error. */
function keptData({
  router,
  route,
  error,
}: {
  router: PageRouter;
  route: GuardedRoute;
  error: unknown;
}): unknown {
  const { loaderData, errors } = router.state;
  if (route.id in loaderData) return loaderData[route.id] ?? null;
  throw Object.values(errors ?? {})[0] ?? error;
}

function guardAction({
  router,
  staying,
  route,
  act,
}: Guards & { route: GuardedRoute; act: Handler }): Handler {
  return async (args, ...rest) => {
    if (staying.isReturning()) return router.state.actionData?.[route.id] ?? null;
    const { request } = args;
    try {
      return await act(args, ...rest);
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (!isLost(error) && !isTooLarge(error)) throw takeRequestId({ error, url: new URL(request.url) });
      return afterLostAct({ router, staying, routeId: route.id, url: new URL(request.url), error });
    }
  };
}

/** Reports whether the page after an action is being fetched. */
function isAfterAct({ router, url }: { router: PageRouter; url: URL }): boolean {
  const { navigation, location: shown, fetchers } = router.state;
  const next = navigation.location;
  const isRedirect = (next?.state as { _isRedirect?: boolean } | null)?._isRedirect === true;
  if (!next || !isRedirect || addressOf(next) === addressOf(shown)) return false;
  if (pathOf(pageOf(url)).pathname !== pathOf(next).pathname) return false;
  return (
    isMutation(navigation.formMethod) || [...fetchers.values()].some((one) => isMutation(one.formMethod))
  );
}

function isShownPage({ router, url }: { router: PageRouter; url: URL }): boolean {
  const { location: shown, navigation } = router.state;
  const { pathname } = pathOf(pageOf(url));
  return pathname === pathOf(navigation.location ?? shown).pathname;
}

const pathOf = ({ pathname }: { pathname: string }) => ({ pathname: pathname.replace(/(.)\/$/, '$1') });
