import type { ApiStatus } from '#domain/outcome.ts';
import type { Weekday } from '#domain/schedule/week-hours.ts';

/** Each update reloads the shown rows: beyond this number, a cursor pages further back. */
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
  /** Only executions that were due on this weekday, in this hour (0 to 23); the days then apply to the due time. */
  weekday: Weekday | null;
  hour: number | null;
  /** Time zone of the days. */
  zone: string;
  /** Number of rows. */
  shown: number;
  /** Id after which the rows begin; null for the newest. A search has none: it finds 1,000 at most. */
  cursor: string | null;
  /** Reason why the range is invalid; an invalid range is ignored. */
  problem: string | null;
}

/** Parameters of the execution over a job's page. */
const executionParams = ['attempt', 'panel'] as const;

/**
 * Address of the same page with other parameters; null removes one.
 * @param search of the current address
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

/** The same for use after a path: empty instead of a lone question mark if no parameter is left. */
export function searchAfterPath(asked: Parameters<typeof searchWith>[0]): string {
  const text = searchWith(asked);
  return text === '?' ? '' : text;
}

/** Search part of a job's page without the parameters of an execution over it; may be empty. */
export function jobSearch(search: string): string {
  return searchAfterPath({
    search,
    changes: Object.fromEntries(executionParams.map((name) => [name, null])),
  });
}
