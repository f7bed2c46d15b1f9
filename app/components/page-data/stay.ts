import type { Fetcher } from '@remix-run/react';
import { loadFailure } from './failure-words.ts';
import { showNotice } from './page-notices.ts';
import { historyIndex, type PageRouter } from './router.ts';

/** Ends navigations after their data was lost: the page, its address and its history stay unchanged. */
export function createStaying({ router, shownIndex }: { router: PageRouter; shownIndex: () => number }) {
  let isReturning = false;
  let returning = Promise.resolve();

  const goBack = (): Promise<void> => {
    if (isReturning) return returning;
    isReturning = true;
    returning = showAgain();
    return returning;
  };
  const showAgain = async () => {
    const { location: shown, actionData } = router.state;
    try {
      const here = shown.pathname + shown.search + shown.hash;
      if (location.pathname + location.search + location.hash !== here) {
        await popBack(router, shownIndex() - historyIndex());
        return;
      }
      // Any other navigation makes the router drop the action's result; the guarded action returns it again.
      const form = actionData && { formMethod: 'post' as const, formData: new FormData() };
      await router.navigate(here, { replace: true, preventScrollReset: true, state: shown.state, ...form });
    } finally {
      isReturning = false;
    }
  };

  return {
    /** True during the return to the current page, for which nothing is fetched. */
    isReturning: () => isReturning,
    /** Returns to the shown page without a toast. Never resolves: the pending navigation is aborted. */
    leave: (): Promise<never> => {
      void goBack();
      return new Promise(() => undefined);
    },
    /**
     * Stays on the shown page, with a toast; if no frame can show it, the browser loads the next page
     * instead. Resolves when the page is back and the lost navigation is aborted.
     */
    stay(page: URL): Promise<void> {
      if (isReturning) return returning;
      const { pathname, search } = router.state.location;
      const from = new URL(pathname + search, location.origin);
      if (!showNotice(loadFailure({ from, to: page }))) {
        location.assign(page);
        return new Promise(() => undefined);
      }
      return goBack();
    },
    /** Data from an earlier load of a fetcher; a lost first load is reported. */
    keepLoaded({ page, loading }: { page: URL; loading: Fetcher }): unknown {
      const before: unknown = loading.data ?? null;
      if (before === null) showNotice(loadFailure({ from: page, to: page }));
      return before;
    },
  };
}

/** Moves through the browser's history, which has already changed; the router follows. */
function popBack(router: PageRouter, delta: number): Promise<void> {
  if (delta === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(() => {
      const { navigation, location: shown } = router.state;
      if (
        navigation.state !== 'idle' ||
        location.pathname + location.search !== shown.pathname + shown.search
      )
        return;
      stop();
      resolve();
    });
    history.go(delta);
  });
}
