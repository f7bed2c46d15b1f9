import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import { wallTime } from '#app/format/time-format.ts';

interface SkipButtonProps {
  jobId: number;
  /** UTC milliseconds. */
  at: number;
  jobZone: string;
  isSkipped: boolean;
}

/** Skips one fire, or undoes that. */
export function SkipButton({ jobId, at, jobZone, isSkipped }: SkipButtonProps) {
  const fetcher = useKeptFetcher({ isFollowed: true });
  const { date, hour } = wallTime({ at, timeZone: jobZone });
  const word = isSkipped ? 'Undo' : 'Skip';
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/skip`} className="inline">
      <input type="hidden" name="scheduledFor" value={at} />
      <button
        name="intent"
        value={isSkipped ? 'undo' : 'skip'}
        aria-busy={fetcher.state === 'idle' ? undefined : true}
        aria-label={isSkipped ? `Undo skipping ${date} ${hour}` : `Skip ${date} ${hour}`}
        className="inline-flex min-h-6 cursor-pointer items-center font-medium text-brand hover:underline"
      >
        {word}
      </button>
    </fetcher.Form>
  );
}
