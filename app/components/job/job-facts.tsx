import { DayColumns, DayLegend } from '#app/components/execution/day-columns.tsx';
import type { DayCounts } from '#app/components/execution/day-outcomes.ts';
import { executionWords, type ExecutionStatus } from '#app/components/execution/execution-badge.tsx';
import { HourOfDay, PauseEnd } from '#app/components/job/pause-end.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import type { JobDetail } from '#app/presenters/job-detail.ts';

/** When it ran, when it runs next, and how the last thirty days went. */
export function JobFacts({
  job,
  days,
  linkTo,
}: {
  job: JobDetail;
  days: DayCounts[];
  /** Where a day leads. */
  linkTo?: ((day: string) => string) | undefined;
}) {
  return (
    <Card aria-label="Facts and last 30 days">
      <Facts>
        <Fact label="Schedule" sub={job.cron === null ? 'No schedule' : <MonoLine>{job.cron}</MonoLine>}>
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
      <CardHead title="Last 30 Days" isRuled isWrapping end={<DayLegend days={days} />} />
      <CardBody>
        <DayColumns days={days} linkTo={linkTo} />
      </CardBody>
    </Card>
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

/** Of the height of the other second lines, which the mono utility is not. */
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
