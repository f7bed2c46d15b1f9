import { Link } from '@remix-run/react';
import { ArrowUp, Pencil } from 'lucide-react';
import { OutcomeStrip } from '#app/components/execution/outcome-strip.tsx';
import { JobStatusBadge } from '#app/components/job/job-status-badge.tsx';
import { StatusToggle, useShownStatus } from '#app/components/job/status-toggle.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
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
import type { JobRow } from '#app/presenters/job-row.ts';

// Under 1024 px Type and Schedule join the name and the actions stay on the job's page; under 640 px only the
// name and what comes next are left.
const wide = 'max-lg:hidden';
const middle = 'max-sm:hidden';

interface TableProps {
  rows: JobRow[];
  /** Why nothing can be changed: the rows are samples. */
  disabledReason?: string | undefined;
}

/** The list of jobs: what, when, and how it went. */
export function JobTable({ rows, disabledReason }: TableProps) {
  return (
    <Table caption="Jobs" className="table-fixed">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className={`${wide} w-[84px]`}>Type</HeaderCell>
        <HeaderCell className={`${wide} w-[174px]`}>Schedule</HeaderCell>
        <HeaderCell className={`${middle} w-[168px]`}>Last Run</HeaderCell>
        <HeaderCell
          aria-sort="ascending"
          className="w-[154px] max-sm:w-[122px] max-sm:pr-4! max-sm:text-right"
        >
          <span className="inline-flex items-center gap-1 font-semibold text-ink">
            Next Run
            <Icon of={ArrowUp} size={14} />
          </span>
        </HeaderCell>
        <HeaderCell className={`${middle} w-[96px]`}>Status</HeaderCell>
        <HeaderCell isNumber className={`${wide} w-[88px]`}>
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <JobTableRow key={row.id} row={row} disabledReason={disabledReason} />
        ))}
      </TableBody>
    </Table>
  );
}

function JobTableRow({ row, disabledReason }: { row: JobRow; disabledReason?: string | undefined }) {
  const status = useShownStatus({ ...row, from: 'list' });
  return (
    <Row isTall>
      <Cell>
        {disabledReason ? (
          <span className="block truncate font-semibold">{row.name}</span>
        ) : (
          <Link
            to={`/dashboard/jobs/${row.id}`}
            className="block truncate font-semibold text-ink no-underline hover:text-brand hover:underline"
          >
            {row.name}
          </Link>
        )}
        <SecondLine isMono className={wide}>
          {row.target}
        </SecondLine>
        <SecondLine className="lg:hidden">
          {row.schedule}, {row.zone}
        </SecondLine>
        <LastResult row={row} className="sm:hidden" />
      </Cell>
      <Cell className={`${wide} text-muted`}>{row.type}</Cell>
      <Cell className={wide}>
        <span className="block truncate">{row.schedule}</span>
        <SecondLine>{row.zone}</SecondLine>
      </Cell>
      <Cell className={middle}>
        {row.lastRunAt === null ? (
          <span className="text-muted">Never</span>
        ) : (
          <Time at={row.lastRunAt} jobZone={row.zone} isColumn />
        )}
        <LastResult row={row} />
      </Cell>
      <Cell className="max-sm:pr-4! max-sm:text-right">
        <NextRun row={row} isActive={status === 'active'} />
        <span className="mt-0.5 sm:hidden">
          <JobStatusBadge status={status} />
        </span>
      </Cell>
      <Cell className={middle}>
        <JobStatusBadge status={status} />
      </Cell>
      <Cell className={wide}>
        <span className="-mr-2 flex justify-end">
          <StatusToggle job={row} from="list" disabledReason={disabledReason} />
          <ButtonLink
            to={`/dashboard/jobs/${row.id}/edit`}
            variant="plain"
            size="icon-sm"
            icon={Pencil}
            label={`Edit ${row.name}`}
            disabledReason={disabledReason}
            className="text-muted"
          />
        </span>
      </Cell>
    </Row>
  );
}

function LastResult({ row, className = '' }: { row: JobRow; className?: string }) {
  return (
    <span className={`flex h-4.5 items-end gap-2 text-xs leading-3.5 font-semibold ${className}`}>
      <OutcomeStrip days={row.days} />
      {row.lastFault === null ? null : <span className="text-danger">{row.lastFault}</span>}
    </span>
  );
}

function NextRun({ row, isActive }: { row: JobRow; isActive: boolean }) {
  if (!isActive || row.nextRunAt === null) {
    return (
      <>
        <span className="block text-muted">–</span>
        {row.nextNote === null ? null : <SecondLine className={middle}>{row.nextNote}</SecondLine>}
      </>
    );
  }
  return (
    <>
      <Time at={row.nextRunAt} jobZone={row.zone} isColumn className={middle} />
      <SecondLine className={middle}>
        <Relative at={row.nextRunAt} />
      </SecondLine>
      <Relative at={row.nextRunAt} className="block font-semibold sm:hidden" />
    </>
  );
}
