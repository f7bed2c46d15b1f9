import type { DisplayZone } from '#app/format/display-zone.ts';
import { toExecutionRow, type ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { mostShown, type HistoryQuery } from '#app/query/history-address.ts';
import { pageSize, readHistoryQuery, spansOf, historyWindowOf } from '#app/query/history-query.ts';
import { AppError } from '#domain/errors.ts';
import { now as clock } from '#server/clock.server.ts';
import { cursorOf, listExecutions } from '#server/executions/history/list-executions.server.ts';
import {
  mostMatches,
  searchedRows,
  searchExecutions,
} from '#server/executions/history/search-executions.server.ts';

/** The history of a job as its page shows it. */
export interface History {
  query: HistoryQuery;
  rows: ShownExecution[];
  /** Every row of the filter (D36). */
  total: number;
  /** A search counts to 1,000 and no further. */
  isMore: boolean;
  /** Address changes of Load More; null if there are no more rows. */
  next: Record<'shown' | 'cursor', string | null> | null;
  /** For a search over a part of the rows: the number of searched ones. */
  searched: number | null;
  /** Why there are no rows, in the words of the screen. */
  failure: string | null;
}

interface Asked {
  ownerId: number;
  jobId: number;
  params: URLSearchParams;
  jobZone: string;
  display: DisplayZone;
  request: Request;
}

/**
 * The requested rows. An error of a filter does not affect the rest of the page.
 * @throws any error of the first page of the whole history
 */
export async function readHistory({ request, params, jobZone, display, ...job }: Asked): Promise<History> {
  const query = readHistoryQuery({ params, jobZone, display });
  const none = { query, rows: [], total: 0, isMore: false, next: null, searched: null, failure: null };
  if (query.problem !== null) return none;
  try {
    return await readRows({ ...job, query });
  } catch (error) {
    const failure = failureText(query);
    if (failure === null || (error instanceof AppError && error.type === 'not_found')) throw error;
    logDefect({ error, request });
    return { ...none, failure };
  }
}

async function readRows({
  ownerId,
  jobId,
  query,
}: Pick<Asked, 'ownerId' | 'jobId'> & { query: HistoryQuery }): Promise<History> {
  const { filter, search, shown, cursor } = query;
  const spans = spansOf({ query, now: clock().getTime() });
  // One extra row shows if more follow.
  const asked = { ownerId, jobId, status: filter, ...historyWindowOf(query), perPage: shown + 1, spans };
  const { rows, total, isCut } =
    search === ''
      ? { ...(await listExecutions({ ...asked, cursor })), isCut: false }
      : await searchExecutions({ ...asked, search });
  return {
    query,
    rows: rows.slice(0, shown).map(toExecutionRow),
    total: search === '' ? total : Math.min(total, mostMatches),
    isMore: search !== '' && total > mostMatches,
    next: rows.length > shown ? nextOf({ query, last: rows[shown - 1] }) : null,
    searched: isCut ? searchedRows : null,
    failure: null,
  };
}

/** Ten more rows; beyond the limit of one page, from the last of these on. */
function nextOf({
  query: { search, shown, cursor },
  last,
}: {
  query: HistoryQuery;
  last: { dueAt: Date; id: number } | undefined;
}): History['next'] {
  if (shown < mostShown || (search !== '' && shown < mostMatches))
    return { shown: String(shown + pageSize), cursor };
  return search === '' && last ? { shown: null, cursor: cursorOf(last) } : null;
}

/** The failure text of the screen; null if only the first page was requested. */
function failureText(query: HistoryQuery): string | null {
  const { filter, search, start, end, weekday, hour, shown, cursor } = query;
  if (start !== null || end !== null) return 'Failed to filter executions by date range. Please try again.';
  if (shown > pageSize || cursor !== null) return 'Failed to load more executions. Please try again.';
  if (filter !== 'all' || search !== '' || weekday !== null || hour !== null)
    return 'Failed to filter executions. Please try again.';
  return null;
}
