import { Link } from '@remix-run/react';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { plural } from '#app/format/time-format.ts';

/** Disclosure with links to jobs, and the number of further ones. */
export function NamedJobs({
  label,
  jobs,
  more,
}: {
  label: string;
  jobs: { id: number; name: string }[];
  more: number;
}) {
  return (
    <Disclosure summary="Show jobs" className="mt-1">
      <ul aria-label={label} className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
        {jobs.map(({ id, name }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            <Link to={`/dashboard/jobs/${id}`}>{name}</Link>
          </li>
        ))}
        {more > 0 ? <li className="text-muted">and {plural(more, 'more job', 'more jobs')}</li> : null}
      </ul>
    </Disclosure>
  );
}
