import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { onLiveUpdate } from './live-stream.ts';

/** A job that is called every second does not have its page loaded more often. */
const leastMs = 2_000;

/**
 * Loads the page's data again when something moves in the user's jobs, or in one of them.
 * @param jobId the job the page shows; without it every job concerns the page
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
