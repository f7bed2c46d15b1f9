import { Banner } from '#app/components/ui/banner.tsx';
import { plural } from '#app/format/time-format.ts';
import { NamedJobs } from './named-jobs.tsx';

const mostNamed = 100;

/** Jobs paused by a downgrade (D22); empty if there are none. */
export function PausedJobsCard({ jobs }: { jobs: { id: number; name: string }[] }) {
  if (jobs.length === 0) return null;
  const more = jobs.length - mostNamed;
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Banner tone="warning" className="items-start py-3 [&>svg]:mt-0.5">
        <p>
          {plural(jobs.length, 'job was', 'jobs were')} paused when your plan became smaller. Resume them one
          by one while there is room.
        </p>
        <NamedJobs label="Paused jobs" jobs={jobs.slice(0, mostNamed)} more={more} />
      </Banner>
    </div>
  );
}
