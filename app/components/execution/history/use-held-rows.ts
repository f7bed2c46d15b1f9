import { useFetcher } from '@remix-run/react';
import { useState } from 'react';
import { runKey } from '#app/components/job/page/run-now-button.tsx';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import type { HistoryQuery } from '#app/query/history-address.ts';

interface Held {
  asked: string;
  responses: unknown;
  rows: ShownExecution[];
}

/**
 * Keeps rows stable while the user reads: known rows update in place, new ones wait until requested.
 * Requested changes apply at once: another filter, more rows, a manual run.
 *
 * @returns the number of waiting rows, and a function to show them
 */
export function useHeldRows({
  rows,
  query,
  jobId,
}: {
  rows: ShownExecution[];
  query: HistoryQuery;
  jobId: number;
}): { rows: ShownExecution[]; waiting: number; show: () => void } {
  const { data: responses } = useFetcher({ key: runKey(jobId) });
  const asked = JSON.stringify([jobId, query]);
  const [held, setHeld] = useState<Held>({ asked, responses, rows });
  const next = heldRows({ held, asked, responses, fresh: rows });
  if (next !== held) setHeld(next);
  return {
    rows: next.rows,
    waiting: newRows({ held: next.rows, fresh: rows }).length,
    show: () => setHeld({ asked, responses, rows }),
  };
}

/** Rows after a reload; the same object if nothing changed. */
export function heldRows({
  held,
  asked,
  responses,
  fresh,
}: {
  held: Held;
  asked: string;
  responses: unknown;
  fresh: ShownExecution[];
}): Held {
  const added = newRows({ held: held.rows, fresh });
  // A requested row arrives with a separate load, after the response to the click.
  const isOwn = held.responses !== responses && added.length > 0;
  if (held.asked !== asked || held.rows.length === 0 || isOwn) {
    const isSame =
      held.asked === asked && held.responses === responses && held.rows.length === 0 && fresh.length === 0;
    return isSame ? held : { asked, responses, rows: fresh };
  }
  const known = new Map(fresh.map((row) => [row.id, row]));
  const rows = held.rows.map((row) => known.get(row.id) ?? row);
  const isChanged = rows.some((row, index) => JSON.stringify(row) !== JSON.stringify(held.rows[index]));
  return isChanged ? { ...held, rows } : held;
}

/** New rows that belong above the shown ones. */
function newRows({ held, fresh }: { held: ShownExecution[]; fresh: ShownExecution[] }): ShownExecution[] {
  const [first] = held;
  if (!first) return [];
  const shown = new Set(held.map(({ id }) => id));
  const end = fresh.findIndex(({ id }) => shown.has(id));
  return end === -1 ? fresh : fresh.slice(0, end);
}
