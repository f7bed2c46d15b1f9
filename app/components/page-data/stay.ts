import type { Fetcher } from '@remix-run/react';
import { loadFailure } from './failure-words.ts';
import { showNotice } from './page-notices.ts';
import { historyIndex, type PageRouter } from './router.ts';

/** Ends navigations whose data was lost: the page, its address and its history stay as they were. */
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
      // The router drops the result of an action with every other navigation; the guarded action returns it again.
      const form = actionData && { formMethod: 'post' as const, formData: new FormData() };
      await router.navigate(here, { replace: true, preventScrollReset: true, state: shown.state, ...form });
    } finally {
      isReturning = false;
    }
  };

  return {
    /** Reports whether the page returns to its current content: nothing is fetched for that. */
    isReturning: () => isReturning,
    /** Returns to the shown page, without a word. Never resolves: the navigation that waits is aborted. */
    leave: (): Promise<never> => {
      void goBack();
      return new Promise(() => undefined);
    },
    /**
     * Stays where it was, with a toast. Where no frame shows one, the browser itself goes on. Resolves when the page is back
     * and the navigation that was lost is aborted.
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

/** Goes through the browser's history, which has moved already; the router follows. */
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
