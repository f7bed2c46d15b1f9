import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { plural } from '#app/format/time-format.ts';
import type { PlanEndView } from '#app/presenters/settings/plan-end.server.ts';
import { NamedJobs } from './named-jobs.tsx';

/** Names the jobs that the end of the plan will pause, with a link to choose; empty if every job fits. */
export function PlanEndBanner({ active, limit, above, pausing }: PlanEndView) {
  if (above === 0) return null;
  const more = above - pausing.length;
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Banner tone="warning" className="items-start py-3 [&>svg]:mt-0.5">
        <p>
          Free allows {plural(limit, 'active job')} and you have {active}: {plural(above, 'job')} will be
          paused when your plan ends.
        </p>
        <NamedJobs label="Jobs to be paused" jobs={pausing} more={more} />
        <ButtonLink to="/dashboard/settings/kept-jobs" size="sm" className="mt-2">
          Choose Jobs to Keep Active
        </ButtonLink>
      </Banner>
    </div>
  );
}
