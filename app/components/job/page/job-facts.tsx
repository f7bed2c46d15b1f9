import type { ReactNode } from 'react';
import { executionWords } from '#app/components/execution/execution-badge.tsx';
import { DayColumns, DayLegend } from '#app/components/execution/history/day-columns.tsx';
import { OutcomeStrip } from '#app/components/execution/history/outcome-strip.tsx';
import { HourOfDay, PauseEnd } from '#app/components/job/page/pause-end.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { useDisplayZone } from '#app/components/ui/display-zone.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { dayLetters, worstOf, type DayCounts } from '#app/presenters/execution/day-outcomes.ts';
import type { ExecutionStatus } from '#app/presenters/execution/execution-status.ts';
import type { JobDetail } from '#app/presenters/job/job-detail.ts';
import { dayMs } from '#domain/time/units.ts';

/** A younger job shows a line of strokes: most of the thirty columns would be empty. */
const youngMs = 7 * dayMs;

interface JobFactsProps {
  job: JobDetail;
  days: DayCounts[];
  /** Newest runs, beside the facts. */
  lastRuns: ReactNode;
  /** Returns the URL of a day. */
  linkTo?: ((day: string) => string) | undefined;
}

/** Last run and result, next run, and the outcomes of the last thirty days. */
export function JobFactsCard({ job, days, lastRuns, linkTo }: JobFactsProps) {
  const isYoung = useDisplayZone().now - job.createdAt < youngMs;
  return (
    <Card aria-label="Facts and last 30 days">
      <div className="grid grid-cols-[minmax(0,1fr)] min-[75rem]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <JobFactList job={job} />
        <div className="border-border max-[75rem]:border-t min-[75rem]:border-l">{lastRuns}</div>
      </div>
      <CardHead
        title="Last 30 Days"
        isRuled
        isWrapping
        hint={isYoung ? <OutcomeStrip days={dayLetters(days.map(worstOf))} /> : null}
        end={<DayLegend days={days} />}
      />
      {isYoung ? null : (
        <CardBody>
          <DayColumns days={days} linkTo={linkTo} />
        </CardBody>
      )}
    </Card>
  );
}

function JobFactList({ job }: { job: JobDetail }) {
  return (
    <Facts className="min-[75rem]:grid-flow-row min-[75rem]:grid-cols-2 min-[75rem]:content-start">
      <Fact
        label="Schedule"
        className="min-[75rem]:whitespace-normal"
        isFull
        sub={job.cron === null ? 'No schedule' : <MonoLine>{job.cron}</MonoLine>}
      >
        {job.schedule}
      </Fact>
      <Fact label="Last Run" sub={job.last ? <LastResult last={job.last} /> : null}>
        {job.last ? <Time at={job.last.at} jobZone={job.timeZone} precision="second" /> : 'Never'}
      </Fact>
      <NextRunFact job={job} />
      <Fact label="Type" sub={job.webhook.mail ? null : <MonoLine>{job.webhook.method}</MonoLine>}>
        {job.type}
      </Fact>
      <Fact label="Created" sub={`version ${job.version}`} isWide>
        <Time at={job.createdAt} jobZone={job.timeZone} />
      </Fact>
    </Facts>
  );
}

function NextRunFact({ job: { nextRunAt, pausedUntil, timeZone } }: { job: JobDetail }) {
  if (pausedUntil !== null) {
    return (
      <Fact
        label="Next Run"
        sub={nextRunAt === null ? null : <NextAfter at={nextRunAt} jobZone={timeZone} />}
      >
        Paused <PauseEnd at={pausedUntil} jobZone={timeZone} />
      </Fact>
    );
  }
  return (
    <Fact label="Next Run" sub={nextRunAt === null ? null : <Relative at={nextRunAt} />}>
      {nextRunAt === null ? 'Not scheduled' : <Time at={nextRunAt} jobZone={timeZone} />}
    </Fact>
  );
}

function NextAfter(run: { at: number; jobZone: string }) {
  return (
    <>
      then <HourOfDay {...run} />
    </>
  );
}

/** As high as the other second lines, unlike the mono utility. */
function MonoLine({ children }: { children: string }) {
  return <span className="block truncate font-mono [font-variant-ligatures:none]">{children}</span>;
}

const tones: Partial<Record<ExecutionStatus, string>> = {
  success: 'text-success',
  failed: 'text-danger',
  superseded: 'text-danger',
};

function LastResult({ last }: { last: NonNullable<JobDetail['last']> }) {
  const word = last.status && executionWords[last.status].word;
  return (
    <>
      {word === null ? null : (
        <>
          <span className={(last.status && tones[last.status]) ?? ''}>
            {word}
            {last.code === null ? '' : `, ${last.code}`}
          </span>
          ,{' '}
        </>
      )}
      <Relative at={last.at} />
    </>
  );
}
