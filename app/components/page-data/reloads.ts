import { setStale } from './page-notices.ts';
import type { PageRouter } from './router.ts';

const firstMs = 2_000;
const longestMs = 30_000;
const busyMs = 1_000;

/**
 * Retries failed reloads of the page with growing delays until one succeeds. A hidden page waits until it is
 * visible.
 */
export function createReloads(router: PageRouter) {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(repeat, ms);
  };
  const repeat = () => {
    timer = undefined;
    if (document.hidden) return;
    const { navigation, revalidation } = router.state;
    if (navigation.state !== 'idle' || revalidation !== 'idle') wait(busyMs);
    else router.revalidate();
  };
  const repeatNow = () => {
    if (tries > 0 && !document.hidden) wait(0);
  };
  addEventListener('online', repeatNow);
  document.addEventListener('visibilitychange', repeatNow);

  return {
    /** Call after a failed reload; all routes of the page report the same one. */
    fail: () => {
      setStale(true);
      if (timer) return;
      wait(Math.min(firstMs * 2 ** tries, longestMs));
      tries += 1;
    },
    markStale: () => setStale(true),
    succeed: () => {
      clearTimeout(timer);
      timer = undefined;
      tries = 0;
      setStale(false);
    },
  };
}
