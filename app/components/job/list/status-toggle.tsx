import { useFetcher, useLocation } from '@remix-run/react';
import { Pause, Play } from 'lucide-react';
import { useRef, type FormEvent } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import type { JobStatus } from '#domain/job/choices.ts';
import { asked, bulkKey, bulkStatus, toggleKey } from './pending-status.ts';

interface ToggleProps {
  job: { id: number; name: string; status: JobStatus };
  disabledReason?: string | undefined;
}

/** Page of the toggle: each has its own toast texts. */
type Place = 'list' | 'job';

/** Icon button at the end of a row: no border, even when disabled. */
export const rowIcon = 'text-muted aria-disabled:border-transparent aria-disabled:bg-transparent';
export const rowIconStyle = cn(buttonStyle({ variant: 'plain', size: 'icon-sm' }), rowIcon);

/** Status shown on the page: the requested one until the response. */
export function useShownStatus({ id, status }: { id: number; status: JobStatus }): JobStatus {
  const own = useFetcher({ key: toggleKey({ id, from: 'job' }) });
  const bulk = useFetcher({ key: bulkKey });
  return asked(own.formData) ?? bulkStatus({ formData: bulk.formData, id }) ?? status;
}

/** On a job's page: Pause, or Resume for a paused job or a draft. */
export function StatusToggle({ job, disabledReason }: ToggleProps) {
  const { fetcher, action, redirectTo, onSend } = useToggle({ job, from: 'job' });
  const isActive = useShownStatus(job) === 'active';
  return (
    <fetcher.Form method="post" action={action} className="contents" onSubmit={onSend}>
      <ToggleFields from="job" redirectTo={redirectTo} isActive={isActive} />
      <Button
        type="submit"
        data-act="pause"
        icon={isActive ? Pause : Play}
        // The Pause Until menu joins it on the right.
        className={cn('max-sm:flex-1 max-sm:px-2.5', isActive && !disabledReason && 'rounded-r-none')}
        disabledReason={disabledReason}
      >
        {isActive ? 'Pause' : 'Resume'}
      </Button>
    </fetcher.Form>
  );
}

/** The same in a row of the list, from plain elements: a page has fifty of them. */
export function RowToggle({
  job,
  isActive,
  disabledReason,
}: ToggleProps & {
  /** Status shown in the list. */
  isActive: boolean;
}) {
  const { fetcher, action, redirectTo, onSend } = useToggle({ job, from: 'list' });
  const label = `${isActive ? 'Pause' : 'Resume'} ${job.name}`;
  const icon = isActive ? Pause : Play;
  const send = (event: FormEvent<HTMLFormElement>) => {
    onSend();
    event.preventDefault();
    fetcher.submit(event.currentTarget);
  };
  return (
    <form method="post" action={action} className="contents" onSubmit={send}>
      <ToggleFields from="list" redirectTo={redirectTo} isActive={isActive} />
      {disabledReason ? (
        <Button
          variant="plain"
          size="icon-sm"
          className={rowIcon}
          icon={icon}
          label={label}
          disabledReason={disabledReason}
        />
      ) : (
        <button type="submit" className={rowIconStyle} aria-label={label} title={label}>
          <Icon of={icon} />
        </button>
      )}
    </form>
  );
}

function ToggleFields({
  from,
  redirectTo,
  isActive,
}: {
  from: Place;
  redirectTo: string;
  isActive: boolean;
}) {
  return (
    <>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <input type="hidden" name="status" value={isActive ? 'paused' : 'active'} />
    </>
  );
}

/** Sends a toggle: optimistic, rolled back with a toast on an error, otherwise with an Undo in the toast. */
function useToggle({ job, from }: Pick<ToggleProps, 'job'> & { from: Place }) {
  const fetcher = useKeptFetcher<{ toast: FlashToast }>({
    key: toggleKey({ id: job.id, from }),
    say: ({ toast }) => ({
      ...toast,
      ...(toast.tone === 'success' && { action: { label: 'Undo', onAct: () => latest.current() } }),
    }),
  });
  const { pathname, search } = useLocation();
  const action = `/dashboard/jobs/${job.id}/status`;
  const redirectTo = pathname + search;
  const before = useRef<JobStatus>(job.status);
  const undo = () => {
    const fields = { from, redirectTo, status: before.current };
    before.current = job.status;
    fetcher.submit(fields, { method: 'post', action });
  };
  const latest = useRef(undo);
  latest.current = undo;
  return { fetcher, action, redirectTo, onSend: () => void (before.current = job.status) };
}
