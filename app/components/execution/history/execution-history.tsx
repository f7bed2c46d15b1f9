import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { ExecutionTable } from '#app/components/execution/history/execution-table.tsx';
import { HistoryChips, HistoryFilters } from '#app/components/execution/history/history-filters.tsx';
import { ReplayBar } from '#app/components/execution/history/replay-bar.tsx';
import { useEarlierRows } from '#app/components/execution/history/use-earlier-rows.ts';
import { useHeldRows } from '#app/components/execution/history/use-held-rows.ts';
import { useNewerRows } from '#app/components/execution/history/use-newer-rows.ts';
import { useRunSelection } from '#app/components/execution/history/use-run-selection.ts';
import { useRowMoves } from '#app/components/keys/use-row-moves.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { TableFoot } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { countText, plural } from '#app/format/time-format.ts';
import type { History } from '#app/presenters/execution/history.server.ts';
import { searchWith } from '#app/query/history-address.ts';

interface HistoryProps {
  history: History;
  jobId: number;
  jobZone: string;
  isActive: boolean;
  /** Reason why runs cannot be opened, requested or exported. */
  disabledReason?: string | undefined;
}

/** Every fire of the job with its outcome, newest first. */
export function ExecutionHistory(props: HistoryProps) {
  const { history, jobId, disabledReason } = props;
  const { query, failure } = history;
  return (
    <Card aria-label="Executions History" id="history" className="overflow-visible">
      <CardHead
        title="Executions History"
        isWrapping
        end={disabledReason ? null : <HistoryFilters query={query} jobId={jobId} />}
      />
      <HistoryChips query={query} jobId={jobId} />
      {failure === null ? <Rows {...props} /> : <Failure text={failure} />}
    </Card>
  );
}

function Rows({ history, jobId, jobZone, isActive, disabledReason }: HistoryProps) {
  const { query, total, isMore, next, searched } = history;
  const { search } = useLocation();
  const { rows: held, waiting, show } = useHeldRows({ rows: history.rows, query, jobId });
  const { rows, isFromNewest } = useEarlierRows({ rows: held, query, jobId });
  const newer = useNewerRows({ total, waiting, query, jobId });
  const selection = useRunSelection(rows);
  useRowMoves(selection.holder);
  useFocusOnMore({ table: selection.holder, shown: rows.length, query });
  if (query.problem !== null) {
    return (
      <p role="alert" className="border-t border-border px-4 py-4 font-medium text-danger sm:px-5">
        {query.problem}
      </p>
    );
  }
  if (rows.length === 0) return <EmptyState title="No executions found for this job." />;
  return (
    <div ref={selection.holder} className="group/history">
      <NewRows waiting={waiting} newer={newer} show={show} />
      <ReplayBar
        jobId={jobId}
        selection={selection}
        disabledReason={disabledReason ?? (isActive ? undefined : 'Resume the job to replay its runs.')}
      />
      <ExecutionTable
        rows={rows}
        jobId={jobId}
        jobZone={jobZone}
        selection={selection}
        disabledReason={disabledReason}
      />
      <TableFoot
        end={
          next === null || disabledReason ? null : (
            <ButtonLink to={searchWith({ search, changes: next })} preventScrollReset replace data-load-more>
              Load More
            </ButtonLink>
          )
        }
      >
        Showing {countText(rows.length)} of {countText(Math.max(total, rows.length))}
        {isMore ? '+' : ''} executions
        {isMore && next === null ? <Older>Choose a Date Range to see older ones.</Older> : null}
        {isFromNewest ? null : (
          <Older>
            <Link to={searchWith({ search, changes: { shown: null, cursor: null } })} preventScrollReset>
              Show the newest
            </Link>
          </Older>
        )}
        {searched === null ? null : (
          <Older>
            Searched in the newest {countText(searched)}. Choose a Date Range to look further back.
          </Older>
        )}
      </TableFoot>
    </div>
  );
}

/** New rows above the list: a button shows them, or a link leads to the newest rows if they are not loaded. */
function NewRows({ waiting, newer, show }: { waiting: number; newer: number; show: () => void }) {
  const { search } = useLocation();
  const count = waiting + newer;
  const text = count > 0 ? plural(count, 'new execution') : '';
  const toNewest = searchWith({ search, changes: { shown: null, cursor: null } });
  return (
    <>
      {count > 0 ? (
        <div className="border-t border-border px-4 py-2 text-center sm:px-5">
          {newer > 0 ? (
            <ButtonLink size="sm" to={toNewest} preventScrollReset>
              {text}
            </ButtonLink>
          ) : (
            <Button size="sm" onClick={show}>
              {text}
            </Button>
          )}
        </div>
      ) : null}
      <span role="status" className="sr-only">
        {text}
      </span>
    </>
  );
}

function Older({ children }: { children: ReactNode }) {
  return <span className="block text-xs">{children}</span>;
}

/** A failed load, with its toast; the rest of the page still works. */
function Failure({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  const showToast = useToast();
  useEffect(() => {
    showToast({ title: 'Error', message: text, tone: 'error' });
  }, [showToast, text]);
  return (
    <Banner
      tone="danger"
      className="mx-4 mb-4 sm:mx-5 sm:mb-5"
      action={
        <ButtonLink to={pathname + search} reloadDocument variant="plain" size="sm">
          Retry
        </ButtonLink>
      }
    >
      {text}
    </Banner>
  );
}

/** After Load More, focuses the first new row instead of the top of the page. */
function useFocusOnMore({
  table,
  shown,
  query,
}: {
  table: RefObject<HTMLDivElement>;
  shown: number;
  query: History['query'];
}): void {
  const { shown: asked, cursor } = query;
  const before = useRef({ shown, asked, cursor });
  useEffect(() => {
    const known = before.current;
    before.current = { shown, asked, cursor };
    const isMore =
      (asked > known.asked || cursor !== known.cursor) &&
      shown > known.shown &&
      document.activeElement?.matches('[data-load-more], body');
    if (isMore) table.current?.querySelectorAll<HTMLElement>('tbody a')[known.shown]?.focus();
  }, [table, shown, asked, cursor]);
}
