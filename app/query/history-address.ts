import type { ApiStatus } from '#domain/outcome.ts';
import type { Weekday } from '#domain/schedule/week-hours.ts';

/** Each update loads the shown rows again: beyond this number, a cursor leads further back. */
export const mostShown = 500;

/** Number of next runs on a job's page, and on demand (`?fires=10`). */
export const shortFires = 3;
export const longFires = 10;

export type ExecutionFilter = 'all' | ApiStatus;

/** History parameters in the address of a job's page. */
export interface HistoryQuery {
  filter: ExecutionFilter;
  search: string;
  /** Days, "2026-11-21", both included. */
  start: string | null;
  end: string | null;
  /** Only executions that were due on this weekday, in this hour (0 to 23); the days are of the due time then. */
  weekday: Weekday | null;
  hour: number | null;
  /** In which zone the days are. */
  zone: string;
  /** Number of rows. */
  shown: number;
  /** The row after which they begin; null from the newest on. A search has none: it finds 1,000 at most. */
  cursor: string | null;
  /** Why the range cannot be used; then it is not. */
  problem: string | null;
}

/** Other parameters of a job's page. */
const executionParams = ['attempt', 'panel'] as const;

/**
 * The address of the same page with other parameters; null removes one.
 * @param search of the present address
 */
export function searchWith({
  search,
  changes,
}: {
  search: string;
  changes: Record<string, string | null>;
}): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '?' : `?${text}`;
}

/** The same behind a named path: empty, not a lone question mark, where nothing is asked for. */
export function searchAfterPath(asked: Parameters<typeof searchWith>[0]): string {
  const text = searchWith(asked);
  return text === '?' ? '' : text;
}

/** The address of a job's page without what concerns the execution over it; empty where nothing is left. */
export function jobSearch(search: string): string {
  return searchAfterPath({
    search,
    changes: Object.fromEntries(executionParams.map((name) => [name, null])),
  });
}
