import { useFetcher, useLocation } from '@remix-run/react';
import { Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useToast } from '#app/components/ui/toast.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';

type Status = 'active' | 'paused' | 'inactive';

interface ToggleProps {
  job: { id: number; name: string; status: Status };
  /** Which page asks: each has its own words for the toast. */
  from: 'list' | 'job';
  disabledReason?: string | undefined;
}

const keyStart = 'job-status-';

/** The key under which the toggle of a job sends, so that others on the page can see what it is about to become. */
const keyOf = (jobId: number) => `${keyStart}${jobId}`;

/** Which jobs are about to become active or paused. */
export function pendingStatuses(
  fetchers: { key: string; formData?: FormData | undefined }[],
): Map<number, Status> {
  const pending = new Map<number, Status>();
  for (const { key, formData } of fetchers) {
    const asked = formData?.get('status');
    if (!key.startsWith(keyStart) || (asked !== 'active' && asked !== 'paused')) continue;
    pending.set(Number(key.slice(keyStart.length)), asked);
  }
  return pending;
}

/** The status that the page shows: what was asked for until the server has answered. */
export function useShownStatus({ id, status }: { id: number; status: Status }): Status {
  const { formData } = useFetcher({ key: keyOf(id) });
  const asked = formData?.get('status');
  return asked === 'active' || asked === 'paused' ? asked : status;
}

/** Pause, or Resume for what is paused or a draft. Optimistic; rolled back with a toast when it is refused. */
export function StatusToggle({ job, from, disabledReason }: ToggleProps) {
  const fetcher = useFetcher<{ toast: FlashToast }>({ key: keyOf(job.id) });
  const isActive = useShownStatus(job) === 'active';
  const showToast = useToast();
  const toast = fetcher.data?.toast;
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast, showToast]);
  const { pathname, search } = useLocation();
  const word = isActive ? 'Pause' : 'Resume';
  const icon = isActive ? Pause : Play;
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${job.id}/status`} className="contents">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="status" value={isActive ? 'paused' : 'active'} />
      {from === 'list' ? (
        <Button
          type="submit"
          variant="plain"
          size="icon-sm"
          className="text-muted"
          icon={icon}
          label={`${word} ${job.name}`}
          disabledReason={disabledReason}
        />
      ) : (
        <Button type="submit" icon={icon} disabledReason={disabledReason}>
          {word}
        </Button>
      )}
    </fetcher.Form>
  );
}
