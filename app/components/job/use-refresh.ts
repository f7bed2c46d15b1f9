import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Loads the page's data again at an interval, while somebody can see it and nothing else is under way. */
export function useRefresh({ everyMs }: { everyMs: number }): void {
  const { revalidate, state } = useRevalidator();
  const isBusy = useRef(false);
  isBusy.current = state !== 'idle';
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden && !isBusy.current) revalidate();
    };
    const timer = setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [everyMs, revalidate]);
}
