import { useFetchers } from '@remix-run/react';
import { Pencil } from 'lucide-react';
import { memo, type ChangeEvent, type MouseEvent } from 'react';
import { OutcomeStrip } from '#app/components/execution/history/outcome-strip.tsx';
import { bulkForm } from '#app/components/job/list/bulk-bar.tsx';
import { shownStatuses } from '#app/components/job/list/pending-status.ts';
import { rowIcon, rowIconStyle, RowToggle } from '#app/components/job/list/status-toggle.tsx';
import { JobStatusBadge } from '#app/components/job/page/job-status-badge.tsx';
import { HourOfDay, PauseEnd } from '#app/components/job/page/pause-end.tsx';
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
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Checkbox } from '#app/components/ui/input/checkbox.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import { cityOf } from '#app/format/time-format.ts';
import type { JobRow } from '#app/presenters/job/job-row.ts';
import { type JobListQuery, sortLink } from '#app/query/list-query.ts';
import type { JobStatus } from '#domain/job/choices.ts';

// Below 1024 px, Type and Schedule join the name, and the actions are only on the job's page; below 640 px,
// only the name and the next run remain.
const wide = 'max-lg:hidden';
const middle = 'max-sm:hidden';
/** Below 768 px, the last run is under the name, which needs the room. */
const lastRun = 'max-md:hidden';
const boxCell = 'w-[46px] pr-2! max-sm:w-[44px]';

interface TableProps {
  rows: readonly JobRow[];
  /** Query of the list: its columns become sort links. */
  query?: JobListQuery | undefined;
  selection?: TableSelection | undefined;
  /** Reason why nothing can be changed, for sample rows. */
  disabledReason?: string | undefined;
}

interface TableSelection {
  isAll: boolean;
  isSome: boolean;
  /** Without JavaScript, the header's checkbox has its own name and stands for all rows. */
  isScripted: boolean;
  onAll: (isSelected: boolean) => void;
  onRow: () => void;
}

/** The list of jobs: target, schedule and results. */
export function JobTable({ rows, query, selection, disabledReason }: TableProps) {
  const sort = (column: JobListQuery['sort']) => query && sortLink({ query, sort: column });
  // Shared by all rows: one lookup per row takes as long as rendering it.
  const statuses = shownStatuses({ fetchers: useFetchers(), jobs: rows });
  const onOwnLink = useOwnLinks();
  return (
    <Table caption="Jobs" className="table-fixed">
      <TableHead>
        <HeaderCell className={boxCell}>
          <SelectAll selection={selection} disabledReason={disabledReason} />
        </HeaderCell>
        <HeaderCell sort={sort('name')}>Name</HeaderCell>
        <HeaderCell sort={sort('type')} className={`${wide} w-[84px]`}>
          Type
        </HeaderCell>
        <HeaderCell className={`${wide} w-[174px]`}>Schedule</HeaderCell>
        <HeaderCell sort={sort('last')} className={`${lastRun} w-[168px]`}>
          Last Run
        </HeaderCell>
        <HeaderCell sort={sort('next')} className="w-[154px] max-sm:w-[108px] max-sm:pr-4! max-sm:text-right">
          Next Run
        </HeaderCell>
        <HeaderCell sort={sort('status')} className={`${middle} w-[96px]`}>
          Status
        </HeaderCell>
        <HeaderCell isNumber className={`${wide} w-[88px]`}>
          Actions
        </HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <JobTableRow
            key={row.id}
            row={row}
            status={statuses.get(row.id) ?? row.status}
            onOwnLink={onOwnLink}
            onSelect={selection?.onRow}
            disabledReason={disabledReason}
          />
        ))}
      </TableBody>
    </Table>
  );
}

function SelectAll({ selection, disabledReason }: Pick<TableProps, 'selection' | 'disabledReason'>) {
  if (!selection) return <Checkbox aria-label="Select all" disabled title={disabledReason} />;
  const { isAll, isSome, isScripted, onAll } = selection;
  const box = isScripted
    ? { checked: isAll, onChange: (event: ChangeEvent<HTMLInputElement>) => onAll(event.target.checked) }
    : { name: 'all_shown', value: 'yes', form: bulkForm };
  return <Checkbox key={String(isScripted)} aria-label="Select all" isSome={isSome} {...box} />;
}

interface RowProps {
  row: JobRow;
  /** Shown status while a change is in progress. */
  status: JobStatus;
  onOwnLink: (event: MouseEvent<HTMLAnchorElement>) => void;
  onSelect: (() => void) | undefined;
  disabledReason: string | undefined;
}

/** Memoized: a tick in one row rerenders the table's header. */
const JobTableRow = memo(function JobTableRow({
  row,
  status,
  onOwnLink,
  onSelect,
  disabledReason,
}: RowProps) {
  return (
    <Row isTall data-job={row.id}>
      <Cell className={boxCell}>
        <SelectBox row={row} onSelect={onSelect} disabledReason={disabledReason} />
      </Cell>
      <Cell>
        <NameLink row={row} onOwnLink={onOwnLink} disabledReason={disabledReason} />
        <SecondLine isMono className={wide}>
          {row.target}
        </SecondLine>
        <SecondLine className="lg:hidden">
          {row.hasSchedule ? `${row.schedule}, ${cityOf(row.zone)}` : row.schedule}
        </SecondLine>
        <LastResult row={row} className="md:hidden" />
      </Cell>
      <Cell className={`${wide} text-muted`}>{row.type}</Cell>
      <Cell className={wide}>
        <span className="line-clamp-2" title={row.schedule}>
          {row.schedule}
        </span>
        <SecondLine>{row.hasSchedule ? row.zone : 'No schedule'}</SecondLine>
      </Cell>
      <Cell className={lastRun}>
        {row.lastRunAt === null ? (
          <span className="text-muted">Never</span>
        ) : (
          <Time at={row.lastRunAt} jobZone={row.zone} isColumn />
        )}
        <LastResult row={row} />
      </Cell>
      <Cell className="max-sm:pr-4! max-sm:text-right">
        <NextRun row={row} status={status} />
        <span className="mt-0.5 sm:hidden">
          <JobStatusBadge status={status} />
        </span>
      </Cell>
      <Cell className={middle}>
        <JobStatusBadge status={status} />
      </Cell>
      <Cell className={wide}>
        <span className="-mr-2 flex justify-end">
          <RowToggle job={row} isActive={status === 'active'} disabledReason={disabledReason} />
          <EditLink row={row} onOwnLink={onOwnLink} disabledReason={disabledReason} />
        </span>
      </Cell>
    </Row>
  );
});

function NameLink({
  row,
  onOwnLink,
  disabledReason,
}: Pick<RowProps, 'row' | 'onOwnLink' | 'disabledReason'>) {
  if (disabledReason) return <span className="block truncate font-semibold">{row.name}</span>;
  return (
    <a
      data-open
      href={`/dashboard/jobs/${row.id}`}
      onClick={onOwnLink}
      className="-mx-1 block truncate rounded-badge px-1 font-semibold text-ink no-underline hover:text-brand hover:underline"
    >
      {row.name}
    </a>
  );
}

function SelectBox({ row, onSelect, disabledReason }: Pick<RowProps, 'row' | 'onSelect' | 'disabledReason'>) {
  return (
    <Checkbox
      name="job_ids"
      value={row.id}
      form={bulkForm}
      aria-label={`Select ${row.name}`}
      onChange={onSelect}
      disabled={Boolean(disabledReason)}
      title={disabledReason}
      autoComplete="off"
    />
  );
}

function EditLink({
  row: { id, name },
  onOwnLink,
  disabledReason,
}: Pick<RowProps, 'row' | 'onOwnLink' | 'disabledReason'>) {
  const [to, label] = [`/dashboard/jobs/${id}/edit`, `Edit ${name}`];
  if (disabledReason) {
    return (
      <ButtonLink
        to={to}
        variant="plain"
        size="icon-sm"
        icon={Pencil}
        label={label}
        disabledReason={disabledReason}
        className={rowIcon}
      />
    );
  }
  return (
    <a data-edit href={to} onClick={onOwnLink} aria-label={label} title={label} className={rowIconStyle}>
      <Icon of={Pencil} />
    </a>
  );
}

function LastResult({ row, className = '' }: { row: JobRow; className?: string }) {
  return (
    <span className={`flex h-4.5 items-end gap-2 text-xs leading-3.5 font-semibold ${className}`}>
      <OutcomeStrip days={row.days} />
      {row.lastError === null ? null : <span className="text-danger">{row.lastError}</span>}
    </span>
  );
}

function NextRun({ row, status }: { row: JobRow; status: JobStatus }) {
  if (status === 'paused' && row.pausedUntil !== null) return <TimedPause row={row} at={row.pausedUntil} />;
  // Right after a timed pause ends, the next run is not known yet.
  if (status !== 'active' || row.pausedUntil !== null || row.nextRunAt === null) {
    return (
      <>
        <span className="block text-muted">–</span>
        {row.nextHint === null ? null : <SecondLine className={middle}>{row.nextHint}</SecondLine>}
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

function TimedPause({ row: { nextRunAt, nextHint, zone }, at }: { row: JobRow; at: number }) {
  return (
    <>
      <span className="block">
        <span className={middle}>Paused </span>
        <PauseEnd at={at} jobZone={zone} />
      </span>
      {nextRunAt === null ? null : (
        <SecondLine className={middle}>
          then <HourOfDay at={nextRunAt} jobZone={zone} />
        </SecondLine>
      )}
      {nextHint === null ? null : <SecondLine className={middle}>{nextHint}</SecondLine>}
    </>
  );
}
