import { afterEach, expect, test, vi } from 'vitest';
import { guardRouter } from './guard-router.ts';
import { LostResponse } from './lost-response.ts';
import { onNotice } from './page-notices.ts';
import type { GuardedRoute, PageRouter } from './router.ts';

const origin = 'https://punctual.test';
const shown = { pathname: '/dashboard', search: '', hash: '', state: null };
const next = { ...shown, search: '?sort=name' };

afterEach(() => vi.unstubAllGlobals());

/** A page with two routes that opens another address, with all responses lost. */
function losing(fetcher: { state: string; formMethod?: string; data: unknown }) {
  vi.stubGlobal('location', { origin, ...shown });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined });
  const navigation = new AbortController();
  const lose = () => Promise.reject(new LostResponse());
  const routes: GuardedRoute[] = ['one', 'two'].map((id) => ({ id, loader: lose }));
  const state = {
    location: shown,
    navigation: { state: 'loading', location: next },
    loaderData: { one: 'one before', two: 'two before' },
    actionData: null,
    errors: null,
    fetchers: new Map([['key', fetcher]]),
  };
  const navigate = () => {
    navigation.abort();
    state.navigation = { state: 'loading', location: shown };
    return Promise.resolve();
  };
  const router = { routes, state, navigate, subscribe: () => undefined } as unknown as PageRouter;
  const events = { isSkipped: () => false, onResponse: () => undefined, retryDelayMs: () => null };
  guardRouter({ router, events, shownIndex: () => 0 });
  const load = (signal?: AbortSignal) =>
    routes.map((route) =>
      route.loader?.({ request: new Request(`${origin}/dashboard?sort=name`, { signal: signal ?? null }) }),
    );
  return { load, signal: navigation.signal };
}

test('a lost navigation is reported once, even if a button reloads the page meanwhile, and the page keeps its data', async () => {
  const show = vi.fn();
  const stop = onNotice(show);
  const { load, signal } = losing({ state: 'loading', formMethod: 'POST', data: null });
  const own = load(signal);
  const ofButton = load();
  const ended = await Promise.allSettled([...own, ...ofButton]);
  expect(ended.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ended.slice(2)).toEqual([
    { status: 'fulfilled', value: 'one before' },
    { status: 'fulfilled', value: 'two before' },
  ]);
  expect(show).toHaveBeenCalledTimes(1);
  stop();
});
