import type { ApiStatus } from '#domain/outcome.ts';
import type { TimeSpan } from '#domain/schedule/week-hours.ts';
import type { ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import { listExecutions } from './list-executions.server.ts';
import { mostMatches, searchExecutions } from './search-executions.server.ts';

const pageSize = 500;

/**
 * The whole history of a job in pages, newest first, each read when the one before is done with. With a search at
 * most the newest 1,000 matches.
 * @throws AppError not_found: the job is absent, deleted or another's
 */
export async function* walkExecutions({
  search,
  ...asked
}: {
  ownerId: number;
  jobId: number;
  search: string;
  status: 'all' | ApiStatus;
  from: Date | null;
  until: Date | null;
  spans?: readonly TimeSpan[] | null;
}): AsyncGenerator<ExecutionRow[]> {
  if (search !== '') {
    yield (await searchExecutions({ ...asked, search, perPage: mostMatches })).rows;
    return;
  }
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listExecutions>> = await listExecutions({
      ...asked,
      cursor,
      perPage: pageSize,
      isCounted: false,
    });
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
