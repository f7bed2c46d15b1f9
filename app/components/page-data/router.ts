import type { Fetcher, Location, Navigation } from '@remix-run/react';

/** A loader or action as Remix calls it: `request` and a function that fetches from the server. */
export type Handler = (args: { request: Request }, ...rest: unknown[]) => Promise<unknown>;

export interface GuardedRoute {
  id: string;
  loader?: Handler;
  action?: Handler;
  lazy?: (() => Promise<{ loader?: Handler; action?: Handler }>) | undefined;
  children?: GuardedRoute[];
}

/** The used part of Remix's router, found at `window.__remixRouter`. */
export interface PageRouter {
  routes: GuardedRoute[];
  state: {
    location: Location;
    navigation: Navigation;
    revalidation: 'idle' | 'loading';
    loaderData: Record<string, unknown>;
    actionData: Record<string, unknown> | null;
    errors: Record<string, unknown> | null;
    fetchers: Map<string, Fetcher>;
  };
  navigate: (
    to: string,
    options: {
      replace: boolean;
      preventScrollReset: boolean;
      state: unknown;
      formMethod?: 'post';
      formData?: FormData;
    },
  ) => Promise<void>;
  revalidate: () => void;
  subscribe: (hear: () => void) => () => void;
}

export const isMutation = (method: string | undefined) => method !== undefined && method !== 'GET';

export const addressOf = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname.replace(/(.)\/$/, '$1') + search;

/** Reports whether a request fetches page data (`/path.data`): only Remix calls `fetch` with a URL object. */
export function isPageData(input: RequestInfo | URL): input is URL {
  return input instanceof URL && input.pathname.endsWith('.data') && input.origin === location.origin;
}

export function flatten(routes: GuardedRoute[]): GuardedRoute[] {
  return routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);
}

/** Index of the current address in the browser's history, as the router numbers it. */
export function historyIndex(): number {
  return (history.state as { idx?: number } | null)?.idx ?? 0;
}

/** Page of a data URL such as /dashboard.data. */
export function pageOf(url: URL): URL {
  const page = new URL(url);
  page.pathname = url.pathname === '/_root.data' ? '/' : url.pathname.replace(/\.data$/, '');
  return page;
}

/** Fetchers that are sending a form to that URL. */
export function sendingTo({ router, url }: { router: PageRouter; url: URL }): Fetcher[] {
  return [...router.state.fetchers.values()].filter(
    ({ state, formAction }) => state === 'submitting' && isSameAction({ formAction, url }),
  );
}

/** A fetcher that loads data without a form. */
export function loadingFetcher(router: PageRouter): Fetcher | undefined {
  return [...router.state.fetchers.values()].find(
    ({ state, formMethod }) => state === 'loading' && !isMutation(formMethod),
  );
}

/** Reports whether the page itself is sending a form to that URL. */
export function isPageSendingTo({ router, url }: { router: PageRouter; url: URL }): boolean {
  const { state, formAction } = router.state.navigation;
  return state === 'submitting' && isSameAction({ formAction, url });
}

function isSameAction({ formAction, url }: { formAction: string; url: URL }): boolean {
  return addressOf(new URL(formAction, location.origin)) === addressOf(url);
}
