import type { HistoryQuery } from '#app/components/execution/history-query.ts';
import type { DisplayZone } from '#app/components/ui/display-zone.tsx';
import { logDefect } from '#app/http/expected-error.server.ts';
import { toExecutionRow, type ExecutionRow } from '#app/presenters/execution-row.ts';
import { pageSize, readHistoryQuery, windowOf } from '#app/presenters/history-query.ts';
import { AppError } from '#domain/errors.ts';
import { listExecutions } from '#server/executions/list-executions.server.ts';
import { mostMatches, searchedRows, searchExecutions } from '#server/executions/search-executions.server.ts';

/** The history of a job as its page shows it. */
export interface History {
  query: HistoryQuery;
  rows: ExecutionRow[];
  /** Every row of the filter (D36). */
  total: number;
  /** A search counts to 1,000 and no further. */
  isMore: boolean;
  /** Of a search that did not look at all rows: how many of the newest it looked at. */
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
 * The rows that the address asks for. What cannot be read because of a filter leaves the rest of the page as it is.
 * @throws whatever the first page of the whole history cannot be read for
 */
export async function readHistory({ request, params, jobZone, display, ...job }: Asked): Promise<History> {
  const query = readHistoryQuery({ params, jobZone, display });
  const none = { query, rows: [], total: 0, isMore: false, searched: null, failure: null };
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
  const { filter, search, shown } = query;
  const asked = { ownerId, jobId, status: filter, ...windowOf(query), perPage: shown };
  const { rows, total, isCut } =
    search === ''
      ? { ...(await listExecutions(asked)), isCut: false }
      : await searchExecutions({ ...asked, search });
  return {
    query,
    rows: rows.map(toExecutionRow),
    total: search === '' ? total : Math.min(total, mostMatches),
    isMore: search !== '' && total > mostMatches,
    searched: isCut ? searchedRows : null,
    failure: null,
  };
}

/** Which of the screen's failures it is; null when nothing but the first page was asked for. */
function failureText({ filter, search, start, end, shown }: HistoryQuery): string | null {
  if (start !== null || end !== null) return 'Failed to filter executions by date range. Please try again.';
  if (shown > pageSize) return 'Failed to load more executions. Please try again.';
  if (filter !== 'all' || search !== '') return 'Failed to filter executions. Please try again.';
  return null;
}
