import { useState } from 'react';
import type { HistoryQuery } from '#app/query/history-address.ts';

interface Counted {
  /** Job and filters: with others, the count starts over. */
  base: string;
  /** All rows that were there when the page left the newest ones behind. */
  total: number;
}

/**
 * Number of executions have come since the page shows a history from further back (a cursor): they stand above what it
 * reads, and only their count tells of them.
 *
 * @param total of the rows the filter names
 * @param waiting how many of them the page knows of and does not show yet
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

/** Rows after a reload; the same object if nothing changed. */
export function countedRows({
  counted,
  base,
  total,
  isFurtherBack,
}: Omit<Counted, 'total'> & { counted: Counted; total: number; isFurtherBack: boolean }): Counted {
  // Rows removed by retention are at the end.
  const stays = isFurtherBack && counted.base === base && total >= counted.total;
  return stays || (counted.base === base && counted.total === total) ? counted : { base, total };
}
