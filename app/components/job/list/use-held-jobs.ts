import { useFetchers, useLocation } from '@remix-run/react';
import { useState } from 'react';
import type { JobStatus } from '#domain/job/choices.ts';
import { pendingStatuses } from './pending-status.ts';

interface ListedJob {
  id: number;
  status: JobStatus;
}

type Outcome = JobStatus | 'deleted';

export interface HeldJobs<Row extends ListedJob> {
  /** The load the list belongs to: a filter, a sort, a page or a reload starts a new one. */
  load: string;
  /** Rows the server sent last. */
  fresh: readonly Row[];
  rows: readonly Row[];
  /** The user's changes to jobs since that load. */
  outcomes: ReadonlyMap<number, Outcome>;
}

/**
 * Keeps rows stable while the user works in the list: a paused or resumed job keeps its position until the
 * next load, even if the filter or the sort would move it. Known rows update in place.
 */
export function useHeldJobs<Row extends ListedJob>(fresh: readonly Row[]): readonly Row[] {
  const { key: load } = useLocation();
  const [held, setHeld] = useState<HeldJobs<Row>>({ load, fresh, rows: fresh, outcomes: new Map() });
  const pending = pendingStatuses({ fetchers: useFetchers(), ids: held.rows.map(({ id }) => id) });
  const next = holdJobs({ held, load, fresh, pending });
  if (next !== held) setHeld(next);
  return next.rows;
}

/** The list after a load or the start of an action; the same object if nothing changed. */
export function holdJobs<Row extends ListedJob>({
  held,
  load,
  fresh,
  pending,
}: {
  held: HeldJobs<Row>;
  load: string;
  fresh: readonly Row[];
  pending: ReadonlyMap<number, Outcome>;
}): HeldJobs<Row> {
  if (held.load !== load) return { load, fresh, rows: fresh, outcomes: new Map() };
  const isUpdate = [...pending].some(([id, outcome]) => held.outcomes.get(id) !== outcome);
  if (!isUpdate && held.fresh === fresh) return held;
  const outcomes = isUpdate ? new Map([...held.outcomes, ...pending]) : held.outcomes;
  const isHeld = [...outcomes.values()].some((outcome) => outcome !== 'deleted');
  return { load, fresh, outcomes, rows: isHeld ? inPlace({ rows: held.rows, fresh, outcomes }) : fresh };
}

/** Updates the rows in place and keeps their order; new rows only fill the positions of removed ones. */
function inPlace<Row extends ListedJob>({
  rows,
  fresh,
  outcomes,
}: Pick<HeldJobs<Row>, 'rows' | 'fresh' | 'outcomes'>): Row[] {
  const known = new Map(fresh.map((row) => [row.id, row]));
  const kept = rows.flatMap((row) => {
    const outcome = outcomes.get(row.id);
    const now = known.get(row.id);
    if (now) return [now];
    // Removes a row that somebody else moved or deleted.
    return outcome === undefined || outcome === 'deleted' ? [] : [{ ...row, status: outcome }];
  });
  const shown = new Set(rows.map(({ id }) => id));
  const more = fresh.filter(({ id }) => !shown.has(id)).slice(0, rows.length - kept.length);
  return [...kept, ...more];
}
