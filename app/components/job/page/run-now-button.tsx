import { Play, Zap } from 'lucide-react';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

/** Fetcher key of a manual run: other parts of the page use it to see the request. */
export const runKey = (jobId: number) => `run-now-${jobId}`;

/**
 * Runs the job once, now, and reloads the page two seconds later (specification section 9). For an inactive
 * job, use the test run of its form.
 */
export function RunNowButton({
  jobId,
  isActive,
  disabledReason,
}: {
  jobId: number;
  isActive: boolean;
  disabledReason?: string | undefined;
}) {
  const fetcher = useKeptFetcher({ key: runKey(jobId), isFollowed: true });
  return (
    <>
      <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/run`} className="flex max-sm:flex-1">
        <Button
          type="submit"
          data-act="run"
          variant="primary"
          icon={Zap}
          className="max-sm:flex-1 max-sm:px-2.5"
          isPending={fetcher.state !== 'idle'}
          disabledReason={disabledReason ?? (isActive ? undefined : 'Resume the job to run it.')}
        >
          Run Now
        </Button>
      </fetcher.Form>
      {isActive || disabledReason ? null : (
        <ButtonLink to={`/dashboard/jobs/${jobId}/edit#test-run`} icon={Play} className="max-sm:hidden">
          Test Run
        </ButtonLink>
      )}
    </>
  );
}
