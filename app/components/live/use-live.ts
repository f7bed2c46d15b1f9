import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { onLiveUpdate } from './live-stream.ts';

/** Minimum between reloads, even for a job with a run every second. */
const leastMs = 2_000;

/**
 * Reloads the page's data when the user's jobs change.
 * @param jobId job of the page; without it, changes to any job reload the page
 */
export function useLive({ jobId }: { jobId?: number | undefined } = {}): void {
  const { revalidate, state } = useRevalidator();
  const isBusy = useRef(false);
  isBusy.current = useNavigation().state !== 'idle' || state !== 'idle';
  useEffect(() => {
    let loadedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      timer = undefined;
      // A load in progress may have read the data before the update.
      if (isBusy.current) {
        timer = setTimeout(load, leastMs);
        return;
      }
      loadedAt = Date.now();
      revalidate();
    };
    const stop = onLiveUpdate((update) => {
      if (jobId !== undefined && update !== 'all' && !update.includes(jobId)) return;
      timer ??= setTimeout(load, Math.max(0, loadedAt + leastMs - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [jobId, revalidate]);
}
