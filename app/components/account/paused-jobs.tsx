import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Disclosure } from '#app/components/ui/disclosure.tsx';
import { plural } from '#app/components/ui/time-format.ts';

const mostNamed = 100;

/** Which jobs a smaller plan had no room for (D22); nothing where there are none. */
export function PausedJobs({ jobs }: { jobs: { id: number; name: string }[] }) {
  if (jobs.length === 0) return null;
  const more = jobs.length - mostNamed;
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Banner tone="warning" className="items-start py-3 [&>svg]:mt-0.5">
        <p>
          {plural(jobs.length, 'job was', 'jobs were')} paused when your plan became smaller. Resume them one
          by one while there is room.
        </p>
        <Disclosure summary="Which ones" className="mt-1">
          <ul aria-label="Paused jobs" className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
            {jobs.slice(0, mostNamed).map(({ id, name }) => (
              <li key={id} className="min-w-0 wrap-anywhere">
                <Link to={`/dashboard/jobs/${id}`}>{name}</Link>
              </li>
            ))}
            {more > 0 ? <li className="text-muted">and {plural(more, 'more job', 'more jobs')}</li> : null}
          </ul>
        </Disclosure>
      </Banner>
    </div>
  );
}
