import { useFetcher, useLocation } from '@remix-run/react';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { useToast } from '#app/components/ui/toast.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { asked, bulkKey, bulkStatus, toggleKey, type Status } from './pending-status.ts';

interface ToggleProps {
  job: { id: number; name: string; status: Status };
  /** Which page asks: each has its own words for the toast. */
  from: Place;
  disabledReason?: string | undefined;
}

type Place = 'list' | 'job';

/** At the end of a row there is no box, also where nothing can be pressed. */
export const rowIcon = 'text-muted aria-disabled:border-transparent aria-disabled:bg-transparent';

/** The status that the page shows: what was asked for until the server has answered. */
export function useShownStatus({ id, status, from }: { id: number; status: Status; from: Place }): Status {
  const own = useFetcher({ key: toggleKey({ id, from }) });
  const bulk = useFetcher({ key: bulkKey });
  return asked(own.formData) ?? bulkStatus({ formData: bulk.formData, id }) ?? status;
}

/** Pause, or Resume for what is paused or a draft. Optimistic; rolled back with a toast when it is refused. */
export function StatusToggle({ job, from, disabledReason }: ToggleProps) {
  const fetcher = useFetcher<{ toast: FlashToast }>({ key: toggleKey({ id: job.id, from }) });
  const isActive = useShownStatus({ ...job, from }) === 'active';
  const { pathname, search } = useLocation();
  const action = `/dashboard/jobs/${job.id}/status`;
  const before = useRef<Status>(job.status);
  const showToast = useToast();
  const undo = () => {
    const fields = { from, redirectTo: pathname + search, status: before.current };
    before.current = job.status;
    fetcher.submit(fields, { method: 'post', action });
  };
  const latest = useRef(undo);
  latest.current = undo;
  const toast = fetcher.data?.toast;
  useEffect(() => {
    if (!toast) return;
    const isDone = toast.tone === 'success';
    showToast({ ...toast, ...(isDone && { action: { label: 'Undo', onAct: () => latest.current() } }) });
  }, [toast, showToast]);
  const word = isActive ? 'Pause' : 'Resume';
  const icon = isActive ? Pause : Play;
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="contents"
      onSubmit={() => (before.current = job.status)}
    >
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="status" value={isActive ? 'paused' : 'active'} />
      {from === 'list' ? (
        <Button
          type="submit"
          variant="plain"
          size="icon-sm"
          className={rowIcon}
          icon={icon}
          label={`${word} ${job.name}`}
          disabledReason={disabledReason}
        />
      ) : (
        <Button
          type="submit"
          icon={icon}
          // The menu of Pause Until joins it at the right.
          className={cn('max-sm:flex-1 max-sm:px-2.5', isActive && !disabledReason && 'rounded-r-none')}
          disabledReason={disabledReason}
        >
          {word}
        </Button>
      )}
    </fetcher.Form>
  );
}
