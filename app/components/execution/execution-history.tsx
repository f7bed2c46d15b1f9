import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { ExecutionTable } from '#app/components/execution/execution-table.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { TableFoot } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { groove, slip, slipSize } from '#app/components/ui/segments.tsx';
import { countText } from '#app/components/ui/time-format.ts';
import type { ExecutionRow } from '#app/presenters/execution-row.ts';

export type ExecutionFilter = 'all' | 'success' | 'failed' | 'running' | 'not_run';

const filters: { value: ExecutionFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
  { value: 'running', label: 'Running' },
  { value: 'not_run', label: 'Not run' },
];

export interface History {
  rows: ExecutionRow[];
  /** Every row of the filter (D36). */
  total: number;
  filter: ExecutionFilter;
  /** Shows ten more; null where all are shown. */
  moreTo: string | null;
}

/** Every fire of the job and what became of it, newest first. */
export function ExecutionHistory({
  history,
  jobId,
  jobZone,
}: {
  history: History;
  jobId: number;
  jobZone: string;
}) {
  const { rows, total, filter, moreTo } = history;
  const table = useFocusOnMore({ shown: rows.length, filter });
  return (
    <Card aria-label="Executions History">
      <CardHead title="Executions History" isWrapping end={<Filters current={filter} />} />
      {rows.length === 0 ? (
        <EmptyState title="No executions found for this job." />
      ) : (
        <div ref={table}>
          <ExecutionTable rows={rows} jobId={jobId} jobZone={jobZone} />
          <TableFoot
            end={
              moreTo === null ? null : (
                <ButtonLink to={moreTo} preventScrollReset replace data-load-more>
                  Load More
                </ButtonLink>
              )
            }
          >
            Showing {countText(rows.length)} of {countText(total)} executions
          </TableFoot>
        </div>
      )}
    </Card>
  );
}

function Filters({ current }: { current: ExecutionFilter }) {
  return (
    <nav aria-label="Filter executions" className={cn(groove, 'max-sm:w-full')}>
      {filters.map(({ value, label }) => (
        <Link
          key={value}
          to={value === 'all' ? '?' : `?status=${value}`}
          preventScrollReset
          aria-current={value === current ? 'true' : undefined}
          className={cn(slip, slipSize.md, 'max-sm:flex-1 max-sm:px-1')}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** After Load More the first new row takes the focus, not the top of the page. */
function useFocusOnMore({ shown, filter }: { shown: number; filter: ExecutionFilter }) {
  const table = useRef<HTMLDivElement>(null);
  const before = useRef({ shown, filter });
  useEffect(() => {
    const { shown: known, filter: same } = before.current;
    before.current = { shown, filter };
    const isMore =
      same === filter && shown > known && document.activeElement?.matches('[data-load-more], body');
    if (isMore) table.current?.querySelectorAll<HTMLElement>('tbody a')[known]?.focus();
  }, [shown, filter]);
  return table;
}
