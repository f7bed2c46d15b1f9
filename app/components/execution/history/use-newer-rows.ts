import { useState } from 'react';
import type { HistoryQuery } from '#app/query/history-address.ts';

interface Counted {
  /** Job and filters; if they change, the count starts over. */
  base: string;
  /** Number of rows when the page moved on from the newest ones. */
  total: number;
}

/**
 * Counts executions that were added since the page shows older history (a cursor). They belong above the
 * shown rows, which report only their number.
 *
 * @param total number of rows that match the filters
 * @param waiting number of them that the page has loaded but not shown
 */
export function useNewerRows({
  total,
  waiting,
  query: { shown: _, cursor, ...filters },
  jobId,
}: {
  total: number;
  waiting: number;
  query: HistoryQuery;
  jobId: number;
}): number {
  const base = JSON.stringify([jobId, filters]);
  const [counted, setCounted] = useState<Counted>({ base, total: total - waiting });
  const next = countedRows({ counted, base, total: total - waiting, isFurtherBack: cursor !== null });
  if (next !== counted) setCounted(next);
  return cursor === null ? 0 : total - next.total;
}

/** Count after a reload; the same object if nothing changed. */
export function countedRows({
  counted,
  base,
  total,
  isFurtherBack,
}: Omit<Counted, 'total'> & { counted: Counted; total: number; isFurtherBack: boolean }): Counted {
  // A smaller total means that retention removed rows at the end.
  const stays = isFurtherBack && counted.base === base && total >= counted.total;
  return stays || (counted.base === base && counted.total === total) ? counted : { base, total };
}
