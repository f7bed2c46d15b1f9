import { useLocation } from '@remix-run/react';
import type { ChangeEvent, MouseEvent } from 'react';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { replayFormId } from '#app/components/execution/history/replay-bar.tsx';
import type { RunSelection } from '#app/components/execution/history/use-run-selection.ts';
import { keepsFocus } from '#app/components/ui/announcer.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { Checkbox } from '#app/components/ui/input/checkbox.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import { countText, exactMs, plural } from '#app/format/time-format.ts';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { jobSearch } from '#app/query/history-address.ts';

// Uses the card's width, not the window's: below 44rem the middle columns become a second line of the start
// time, below 60rem the end time is hidden, and on a phone the status is above the start time.
const middle = '@max-[44rem]:hidden';
const wide = '@max-[60rem]:hidden';
const narrow = '@min-[44rem]:hidden';
const tiny = '@min-[26rem]:hidden';
const notTiny = '@max-[26rem]:hidden';
const boxCell = 'w-11 pr-1!';

interface TableProps {
  rows: ShownExecution[];
  jobId: number;
  jobZone: string;
  selection: RunSelection;
  disabledReason?: string | undefined;
}

/** Columns of the specification, plus the trigger and a checkbox. */
export function ExecutionTable({ rows, jobId, jobZone, selection, disabledReason }: TableProps) {
  // Keeps the list's address while an execution is open over it.
  const search = jobSearch(useLocation().search);
  const onOwnLink = useOwnLinks({ state: keepsFocus, preventScrollReset: true });
  return (
    <div className="@container">
      <Table caption="Executions History">
        <TableHead className="h-8">
          <HeaderCell className={boxCell}>
            <SelectShown selection={selection} disabledReason={disabledReason} />
          </HeaderCell>
          <HeaderCell className={notTiny}>Status</HeaderCell>
          <HeaderCell className={middle}>Trigger</HeaderCell>
          <HeaderCell>Start Time</HeaderCell>
          <HeaderCell className={wide}>End Time</HeaderCell>
          <HeaderCell isNumber className={middle}>
            Duration
          </HeaderCell>
          <HeaderCell isNumber className={middle}>
            Code
          </HeaderCell>
          <HeaderCell isNumber>Details</HeaderCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <ExecutionTableRow
              key={row.id}
              row={row}
              to={disabledReason ? null : `/dashboard/jobs/${jobId}/executions/${row.id}${search}`}
              jobZone={jobZone}
              onOwnLink={onOwnLink}
              onSelect={selection.read}
              disabledReason={disabledReason ?? (row.isOpen ? 'This run is still in progress.' : undefined)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** Ticks all shown rows; without JavaScript, rows are ticked one by one. */
function SelectShown({ selection, disabledReason }: Pick<TableProps, 'selection' | 'disabledReason'>) {
  const { isAll, ids, selectShown } = selection;
  return (
    <Checkbox
      aria-label="Select all shown"
      className="no-script:hidden"
      checked={isAll}
      isSome={!isAll && ids.length > 0}
      onChange={(event: ChangeEvent<HTMLInputElement>) => selectShown(event.target.checked)}
      disabled={Boolean(disabledReason)}
      title={disabledReason}
    />
  );
}

interface RowProps {
  row: ShownExecution;
  /** Null if there are no details to open. */
  to: string | null;
  jobZone: string;
  onOwnLink: (event: MouseEvent<HTMLAnchorElement>) => void;
  onSelect: () => void;
  /** Reason why the row cannot be selected. */
  disabledReason: string | undefined;
}

function ExecutionTableRow({ row, to, jobZone, onOwnLink, onSelect, disabledReason }: RowProps) {
  const isIdle = row.hint !== null;
  return (
    <Row className="whitespace-nowrap">
      <Cell className={boxCell}>
        <Checkbox
          name="execution_ids"
          value={row.id}
          form={replayFormId}
          aria-label={`Select run ${countText(row.id)}`}
          onChange={onSelect}
          disabled={Boolean(disabledReason)}
          title={disabledReason}
          autoComplete="off"
        />
      </Cell>
      <Cell className={notTiny}>
        <ExecutionBadge status={row.status} />
      </Cell>
      <Cell className={middle}>{row.trigger}</Cell>
      <Cell className={isIdle ? 'text-muted' : undefined}>
        <span className={`block pb-0.5 ${tiny}`}>
          <ExecutionBadge status={row.status} />
        </span>
        <Time at={row.startAt} jobZone={jobZone} precision="second" isColumn />
        {row.latenessMs === null || isIdle ? null : (
          <span
            className={`inline-block min-w-12.5 pl-2 text-right text-xs text-muted ${wide}`}
            title="Lateness"
          >
            +{exactMs(row.latenessMs)}
          </span>
        )}
        <SecondLine className={`whitespace-normal ${narrow}`}>
          {row.trigger}
          {', '}
          {row.hint ?? brief(row)}
        </SecondLine>
      </Cell>
      {isIdle ? <HintCells hint={row.hint ?? ''} /> : <ResultCells row={row} jobZone={jobZone} />}
      <Cell isNumber>
        {to === null ? (
          <span className="text-muted">–</span>
        ) : (
          <a data-open href={to} onClick={onOwnLink} className="inline-flex min-h-6 items-center">
            View<span className="sr-only"> execution {row.id}</span>
          </a>
        )}
      </Cell>
    </Row>
  );
}

/** Reason why a fire did not run, across the remaining columns. */
function HintCells({ hint }: { hint: string }) {
  return (
    <>
      <Cell colSpan={3} className={`${wide} whitespace-normal text-muted`}>
        {hint}
      </Cell>
      <Cell colSpan={2} className={`${middle} whitespace-normal text-muted @min-[60rem]:hidden`}>
        {hint}
      </Cell>
    </>
  );
}

function ResultCells({ row, jobZone }: { row: ShownExecution; jobZone: string }) {
  const attempts = row.attempts > 1 ? plural(row.attempts, 'attempt') : null;
  return (
    <>
      <Cell className={wide}>
        {row.endedAt === null ? (
          <span className="text-muted">In progress</span>
        ) : (
          <Time at={row.endedAt} jobZone={jobZone} precision="second" isColumn />
        )}
        {attempts === null ? null : <span className="text-muted">, {attempts}</span>}
      </Cell>
      <Cell isNumber className={middle}>
        {row.duration ??
          (row.isOpen ? <span className="text-muted @min-[60rem]:hidden">In progress</span> : '–')}
        {row.duration === null && row.isOpen ? <span className={wide}>–</span> : null}
      </Cell>
      <Cell isNumber className={`${middle} mono`}>
        {row.code ?? '–'}
      </Cell>
    </>
  );
}

/** "+38ms, 2s, 200, 2 attempts" */
function brief({ latenessMs, duration, code, attempts, isOpen }: ShownExecution): string {
  const parts = [
    latenessMs === null ? null : `+${exactMs(latenessMs)}`,
    isOpen ? 'In progress' : duration,
    code,
    attempts > 1 ? plural(attempts, 'attempt') : null,
  ];
  return parts.filter(Boolean).join(', ');
}
