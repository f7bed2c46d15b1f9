import { useLocation } from '@remix-run/react';
import { ExecutionBadge } from '#app/components/execution/execution-badge.tsx';
import { keepsFocus } from '#app/components/ui/announcer.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { jobSearch } from '#app/query/history-address.ts';

interface LastRunsProps {
  rows: readonly ShownExecution[];
  jobId: number;
  jobZone: string;
  /** Sample data: no run can be opened. */
  isSample: boolean;
}

/** Newest runs of a job, each linked to its details. */
export function LastRuns({ rows, jobId, jobZone, isSample }: LastRunsProps) {
  return (
    <section aria-label="Last Runs" className="flex min-w-0 flex-col">
      <div className="flex min-h-11 items-center gap-3 px-4 pt-1 sm:px-5">
        <h2 className="text-base font-semibold tracking-[-0.005em]">Last Runs</h2>
        {rows.length === 0 ? null : (
          <a href="#history" className="ml-auto inline-flex min-h-6 items-center font-medium">
            All runs
          </a>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No runs yet" className="my-auto">
          The result of each run will be listed here.
        </EmptyState>
      ) : (
        <ol className="border-t border-control">
          {rows.map((row) => (
            <LastRun key={row.id} row={row} jobId={jobId} jobZone={jobZone} isSample={isSample} />
          ))}
        </ol>
      )}
    </section>
  );
}

function LastRun({ row, jobId, jobZone, isSample }: Omit<LastRunsProps, 'rows'> & { row: ShownExecution }) {
  const search = jobSearch(useLocation().search);
  const onOwnLink = useOwnLinks({ state: keepsFocus, preventScrollReset: true });
  const at = <Time at={row.startAt} jobZone={jobZone} precision="second" />;
  const result = [row.duration, row.code].filter(Boolean).join(', ');
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-border px-4 py-1.5 not-first:border-t sm:px-5">
      <span className="w-27 shrink-0">
        <ExecutionBadge status={row.status} />
      </span>
      {isSample ? (
        at
      ) : (
        <a
          href={`/dashboard/jobs/${jobId}/executions/${row.id}${search}`}
          onClick={onOwnLink}
          className="inline-flex min-h-6 items-center"
        >
          {at}
        </a>
      )}
      <span className="text-muted">{row.trigger}</span>
      {row.hint === null ? (
        <span className="text-muted">{row.isOpen ? 'In progress' : result}</span>
      ) : (
        <span className="text-pretty text-muted max-sm:basis-full sm:order-1 sm:basis-full sm:pl-30">
          {row.hint}
        </span>
      )}
      <Relative at={row.startAt} className="ml-auto text-xs text-muted max-sm:hidden" />
    </li>
  );
}
