import { Link } from '@remix-run/react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Disclosure } from '#app/components/ui/disclosure.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import type { PlanEndView } from '#app/presenters/settings/plan-end.server.ts';

/** Names the jobs that the end of the plan will pause, and leads to their choice; nothing where every job fits. */
export function PlanEndNote({ active, limit, above, pausing }: PlanEndView) {
  if (above === 0) return null;
  const more = above - pausing.length;
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Banner tone="warning" className="items-start py-3 [&>svg]:mt-0.5">
        <p>
          Free allows {plural(limit, 'active job')} and you have {active}:{' '}
          {plural(above, 'job is', 'jobs are')} paused when your plan ends.
        </p>
        <Disclosure summary="Which ones" className="mt-1">
          <ul aria-label="Jobs to be paused" className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
            {pausing.map(({ id, name }) => (
              <li key={id} className="min-w-0 wrap-anywhere">
                <Link to={`/dashboard/jobs/${id}`}>{name}</Link>
              </li>
            ))}
            {more > 0 ? <li className="text-muted">and {plural(more, 'more job', 'more jobs')}</li> : null}
          </ul>
        </Disclosure>
        <ButtonLink to="/dashboard/settings/kept-jobs" size="sm" className="mt-2">
          Choose Jobs That Stay Active
        </ButtonLink>
      </Banner>
    </div>
  );
}
