import { ArrowUp } from 'lucide-react';
import { OutcomeStrip } from '#app/components/execution/history/outcome-strip.tsx';
import { JobStatusBadge } from '#app/components/job/page/job-status-badge.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { dayLetters, worstOf } from '#app/presenters/execution/day-outcomes.ts';
import type { SampleJob } from '#app/presenters/sample/sample-account.ts';

/** Job list of the sample account: the same rows as the real one, without controls. */
export function SampleTable({ jobs }: { jobs: readonly SampleJob[] }) {
  return (
    <Table caption="Sample jobs" className="sm:table-fixed">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className="w-[10%] max-lg:hidden">Type</HeaderCell>
        <HeaderCell className="w-[20%] max-lg:hidden">Schedule</HeaderCell>
        <HeaderCell className="w-[17%] max-lg:w-[25%] max-sm:hidden">Last Run</HeaderCell>
        <HeaderCell
          aria-sort="ascending"
          className="w-[17%] max-lg:w-[25%] max-sm:w-auto max-sm:pr-4! max-sm:text-right"
        >
          <span className="inline-flex items-center gap-1 font-semibold text-ink">
            Next Run
            <Icon of={ArrowUp} size={14} />
          </span>
        </HeaderCell>
        <HeaderCell className="w-[11%] max-lg:w-[17%] max-sm:hidden">Status</HeaderCell>
      </TableHead>
      <TableBody>
        {jobs.map((job) => (
          <SampleRow key={job.name} job={job} />
        ))}
      </TableBody>
    </Table>
  );
}

function SampleRow({ job }: { job: SampleJob }) {
  return (
    <Row isTall>
      <Cell className="max-sm:w-full max-sm:max-w-0">
        <span className="block truncate font-semibold">{job.name}</span>
        <SecondLine isMono className="max-lg:hidden">
          {job.target}
        </SecondLine>
        <SecondLine className="lg:hidden">
          {job.schedule}, {job.zone}
        </SecondLine>
        <LastDays job={job} className="sm:hidden" />
      </Cell>
      <Cell className="text-muted max-lg:hidden">{job.type}</Cell>
      <Cell className="max-lg:hidden">
        {job.schedule}
        <SecondLine>{job.zone}</SecondLine>
      </Cell>
      <Cell className="max-sm:hidden">
        <Time at={job.lastRunAt} isColumn />
        <LastDays job={job} />
      </Cell>
      <Cell className="max-sm:pr-4! max-sm:text-right max-sm:whitespace-nowrap">
        <NextRun job={job} />
        <span className="sm:hidden">
          <JobStatusBadge status={job.status} />
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        <JobStatusBadge status={job.status} />
      </Cell>
    </Row>
  );
}

function LastDays({ job, className }: { job: SampleJob; className?: string }) {
  return (
    <span className={`flex h-[18px] items-end gap-2 text-xs leading-[14px] font-semibold ${className ?? ''}`}>
      <OutcomeStrip days={dayLetters(job.days.map(worstOf))} />
      {job.lastError ? <span className="text-danger">{job.lastError}</span> : null}
    </span>
  );
}

function NextRun({ job }: { job: SampleJob }) {
  if (job.nextRunAt === null) {
    return (
      <>
        <span className="text-muted max-sm:block">–</span>
        <SecondLine className="max-sm:hidden">{job.nextHint}</SecondLine>
      </>
    );
  }
  return (
    <>
      <span className="max-sm:hidden">
        <Time at={job.nextRunAt} isColumn />
        <SecondLine>
          <Relative at={job.nextRunAt} />
        </SecondLine>
      </span>
      <Relative at={job.nextRunAt} className="block font-semibold sm:hidden" />
    </>
  );
}
