import { Link, useLocation } from '@remix-run/react';
import { ZoneSwitch } from '#app/components/frame/menus/zone-switch.tsx';
import { SkipButton } from '#app/components/job/page/skip-button.tsx';
import { NextFires } from '#app/components/job/schedule/next-fires.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { countText } from '#app/format/time-format.ts';
import type { JobDetail } from '#app/presenters/job/job-detail.ts';
import type { ClockChange, ShownFire } from '#app/presenters/job/next-fire.ts';
import { jobSearch, longFires, searchWith, shortFires } from '#app/query/history-address.ts';

interface JobFiresProps {
  job: JobDetail;
  fires: ShownFire[];
  clockChange: ClockChange | null;
  /** Number of future fires the owner skips, shown or not. */
  skipped: number;
  /** False for a sample. */
  canSkip: boolean;
}

/** The next runs of the schedule, or the reason why there are none. */
export function JobFires({ job, fires, clockChange, skipped, canSkip }: JobFiresProps) {
  const isEmpty = fires.length === 0;
  return (
    <Card aria-label="Next Runs">
      <CardHead
        end={
          isEmpty ? null : (
            <span className="sm:hidden">
              <ZoneSwitch />
            </span>
          )
        }
        title="Next Runs"
        hint={
          isEmpty ? null : (
            <>
              <span className={skipped === 0 ? 'max-sm:hidden' : undefined}>
                next {countText(fires.length)}
              </span>
              {skipped === 0 ? null : `, ${countText(skipped)} skipped by you`}
            </>
          )
        }
      />
      {isEmpty ? (
        <EmptyState title="Not scheduled">{reasonOf(job)}</EmptyState>
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
      {isEmpty || !canSkip ? null : <HowMany isLong={fires.length > shortFires} />}
    </Card>
  );
}

/** Three show when the job runs next; ten show the pattern of the schedule. */
function HowMany({ isLong }: { isLong: boolean }) {
  const { search } = useLocation();
  return (
    <div className="border-t border-border px-4 py-2.5 sm:px-5">
      <Link
        to={searchWith({ search: jobSearch(search), changes: { fires: isLong ? null : String(longFires) } })}
        preventScrollReset
        replace
        className="inline-flex min-h-6 items-center font-medium"
      >
        Show {isLong ? shortFires : longFires}
      </Link>
    </div>
  );
}

function reasonOf({ cron, status }: JobDetail): string {
  if (cron === null) return 'This job has no schedule. Run it manually or through the API.';
  return status === 'paused'
    ? 'The job is paused. Resume it to see its next runs.'
    : 'The job is a draft. Resume it to start.';
}
