import { useEffect, useSyncExternalStore } from 'react';
import { Spinner } from '#app/components/ui/icon.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { isStale, onNotice, onStale } from './page-notices.ts';

/**
 * Toasts of lost responses, and a line for data that could not be reloaded. The line overlays the page below
 * the header, so that nothing moves while the user reads or types.
 */
export function PageDataNotices() {
  const showToast = useToast();
  useEffect(() => onNotice(showToast), [showToast]);
  const stale = useSyncExternalStore(onStale, isStale, () => false);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 top-full flex justify-center max-sm:justify-end max-sm:pr-4"
    >
      {stale ? (
        <p className="flex items-center gap-1.5 rounded-b-control border border-t-0 border-border bg-raised px-2.5 py-0.5 text-xs text-muted shadow-raised">
          <Spinner className="size-3" />
          Not up to date. Trying again …
        </p>
      ) : null}
    </div>
  );
}
