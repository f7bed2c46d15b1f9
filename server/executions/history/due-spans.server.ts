import type { TimeSpan } from '#domain/schedule/week-hours.ts';

/** More would be as many scans of the index: the days of the longest retention, and the one it begins in. */
const mostSpans = 100;

/**
 * The rows of job $1 that were due within time ranges, as "Execution" e: each range is a scan of the history's index.
 * @param from and until: parameters of the statement, arrays of timestamptz
 */
export const rowsWithin = ({ from, until }: { from: string; until: string }) => `(
  select x.* from unnest(${from}::timestamptz[], ${until}::timestamptz[]) as w("from", "until")
  join "Execution" x on x."jobId" = $1::int and x."trigger" <> 'test'
    and x."dueAt" >= w."from" and x."dueAt" < w."until"
) e`;

/** The values of those parameters. */
export function spanValues(spans: readonly TimeSpan[]): [Date[], Date[]] {
  if (spans.length > mostSpans) throw new Error(`${spans.length} stretches of time are too many.`);
  return [spans.map(({ from }) => new Date(from)), spans.map(({ until }) => new Date(until))];
}
