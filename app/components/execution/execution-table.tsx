import { useLocation } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { jobSearch } from '#app/components/execution/history-query.ts';
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
import { exactMs, plural } from '#app/components/ui/time-format.ts';
import { Time } from '#app/components/ui/time.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import type { ExecutionRow } from '#app/presenters/execution-row.ts';

const wide = 'max-sm:hidden';

interface TableProps {
  rows: ExecutionRow[];
  jobId: number;
  jobZone: string;
  disabledReason?: string | undefined;
}

/** The columns of the specification; under 640 px the middle ones join the start time. */
export function ExecutionTable({ rows, jobId, jobZone, disabledReason }: TableProps) {
  // What the list shows is kept while an execution lies over it.
  const search = jobSearch(useLocation().search);
  const onOwnLink = useOwnLinks({ state: keepsFocus, preventScrollReset: true });
  return (
    <Table caption="Executions History">
      <TableHead className="h-8">
        <HeaderCell>Status</HeaderCell>
        <HeaderCell>Start Time</HeaderCell>
        <HeaderCell className={wide}>End Time</HeaderCell>
        <HeaderCell isNumber className={wide}>
          Duration
        </HeaderCell>
        <HeaderCell isNumber className={wide}>
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
          />
        ))}
      </TableBody>
    </Table>
  );
}

function ExecutionTableRow({
  row,
  to,
  jobZone,
  onOwnLink,
}: {
  row: ExecutionRow;
  /** Null: there is nothing to see. */
  to: string | null;
  jobZone: string;
  onOwnLink: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  const isIdle = row.note !== null;
  return (
    <Row className="whitespace-nowrap">
      <Cell>
        <ExecutionBadge status={row.status} />
      </Cell>
      <Cell className={isIdle ? 'text-muted' : undefined}>
        <Time at={row.startAt} jobZone={jobZone} precision="second" isColumn />
        {row.latenessMs === null || isIdle ? null : (
          <span
            className="inline-block min-w-12.5 pl-2 text-right text-xs text-muted max-sm:hidden"
            title="Lateness"
          >
            +{exactMs(row.latenessMs)}
          </span>
        )}
        <SecondLine className="whitespace-normal sm:hidden">{row.note ?? brief(row)}</SecondLine>
      </Cell>
      {isIdle ? (
        <Cell colSpan={3} className={`${wide} whitespace-normal text-muted`}>
          {row.note}
        </Cell>
      ) : (
        <>
          <Cell className={wide}>
            {row.endedAt === null ? (
              <span className="text-muted">In progress</span>
            ) : (
              <Time at={row.endedAt} jobZone={jobZone} precision="second" isColumn />
            )}
            {row.attempts > 1 ? (
              <span className="text-muted">, {plural(row.attempts, 'attempt')}</span>
            ) : null}
          </Cell>
          <Cell isNumber className={wide}>
            {row.duration ?? '–'}
          </Cell>
          <Cell isNumber className={`${wide} mono`}>
            {row.code ?? '–'}
          </Cell>
        </>
      )}
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

/** "+38ms, 2s, 200, 2 attempts" */
function brief({ latenessMs, duration, code, attempts, isOpen }: ExecutionRow): string {
  const parts = [
    latenessMs === null ? null : `+${exactMs(latenessMs)}`,
    isOpen ? 'In progress' : duration,
    code,
    attempts > 1 ? plural(attempts, 'attempt') : null,
  ];
  return parts.filter(Boolean).join(', ');
}
