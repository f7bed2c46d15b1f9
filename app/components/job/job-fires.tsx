import { ZoneSwitch } from '#app/components/frame/zone-switch.tsx';
import { NextFires, type NextFire } from '#app/components/job/next-fires.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { plural } from '#app/components/ui/time-format.ts';
import type { JobDetail } from '#app/presenters/job-detail.ts';

interface JobFiresProps {
  job: JobDetail;
  fires: NextFire[];
  clockChange: { at: number; text: string } | null;
}

/** The next fires of the schedule, or why there are none. */
export function JobFires({ job, fires, clockChange }: JobFiresProps) {
  return (
    <Card aria-label="Next Fires" className="flex flex-col">
      <CardHead
        end={
          <span className="sm:hidden">
            <ZoneSwitch />
          </span>
        }
        title="Next Fires"
        note={
          fires.length === 0 ? null : (
            <span className="max-sm:hidden">{plural(fires.length, 'fire')} of the schedule</span>
          )
        }
      />
      {fires.length === 0 ? (
        <EmptyState title="Not scheduled">{reasonOf(job)}</EmptyState>
      ) : (
        <NextFires fires={fires} jobZone={job.timeZone} clockChange={clockChange} />
      )}
    </Card>
  );
}

function reasonOf({ cron, status }: JobDetail): string {
  if (cron === null) return 'This job has no schedule: it runs by hand or by the API.';
  return status === 'paused'
    ? 'The job is paused. Resume it to see its next fires.'
    : 'The job is a draft. Resume it to start.';
}
