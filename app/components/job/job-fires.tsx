import { ZoneSwitch } from '#app/components/frame/zone-switch.tsx';
import { NextFires, type ClockChange, type NextFire } from '#app/components/job/next-fires.tsx';
import { SkipButton } from '#app/components/job/skip-button.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { countText } from '#app/components/ui/time-format.ts';
import type { JobDetail } from '#app/presenters/job-detail.ts';

interface JobFiresProps {
  job: JobDetail;
  fires: NextFire[];
  clockChange: ClockChange | null;
  /** False for a sample. */
  canSkip: boolean;
}

/** The next fires of the schedule, or why there are none. */
export function JobFires({ job, fires, clockChange, canSkip }: JobFiresProps) {
  const isEmpty = fires.length === 0;
  const skipped = fires.filter(({ mark }) => mark === 'skipped').length;
  return (
    <Card aria-label="Next Fires" className="flex flex-col">
      <CardHead
        end={
          isEmpty ? null : (
            <span className="sm:hidden">
              <ZoneSwitch />
            </span>
          )
        }
        title="Next Fires"
        note={
          isEmpty ? null : (
            <span className="max-sm:hidden">
              {countText(fires.length)} of the schedule
              {skipped === 0 ? '' : `, ${countText(skipped)} skipped by you`}
            </span>
          )
        }
      />
      {isEmpty ? (
        <EmptyState title="Not scheduled" className="my-auto">
          {reasonOf(job)}
        </EmptyState>
      ) : (
        <NextFires
          fires={fires}
          jobZone={job.timeZone}
          clockChange={clockChange}
          actionOf={
            canSkip
              ? ({ at, mark }) => (
                  <SkipButton jobId={job.id} at={at} jobZone={job.timeZone} isSkipped={mark === 'skipped'} />
                )
              : undefined
          }
        />
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
