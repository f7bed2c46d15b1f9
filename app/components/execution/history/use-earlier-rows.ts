import { useState } from 'react';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import type { HistoryQuery } from '#app/query/history-address.ts';

/** Rows of one load, and the cursor they begin at. */
interface Block {
  cursor: string | null;
  rows: ShownExecution[];
}

interface Shown {
  /** Job and filters; if they change, the history starts over. */
  base: string;
  blocks: Block[];
}

/**
 * Keeps the rows of earlier loads above the current ones while the history pages by cursor. A page loaded
 * with a cursor has no earlier rows.
 *
 * @param rows of the current load
 * @returns `isFromNewest`: no newer row is missing above them
 */
export function useEarlierRows({
  rows,
  query: { shown: _, cursor, ...filters },
  jobId,
}: {
  rows: ShownExecution[];
  query: HistoryQuery;
  jobId: number;
}): { rows: ShownExecution[]; isFromNewest: boolean } {
  const base = JSON.stringify([jobId, filters]);
  const [shown, setShown] = useState<Shown>({ base, blocks: [{ cursor, rows }] });
  const next = withBlock({ shown, base, block: { cursor, rows } });
  if (next !== shown) setShown(next);
  const all = new Map(next.blocks.flatMap((block) => block.rows.map((row) => [row.id, row])));
  return { rows: [...all.values()], isFromNewest: next.blocks[0]?.cursor === null };
}

/** Rows after a reload; the same object if nothing changed. */
export function withBlock({ shown, base, block }: { shown: Shown; base: string; block: Block }): Shown {
  if (shown.base !== base) return { base, blocks: [block] };
  const at = shown.blocks.findIndex(({ cursor }) => cursor === block.cursor);
  if (at >= 0) {
    const isSame = at === shown.blocks.length - 1 && shown.blocks[at]?.rows === block.rows;
    return isSame ? shown : { base, blocks: [...shown.blocks.slice(0, at), block] };
  }
  const after = Number(block.cursor?.split('_')[1]);
  const goesOn = shown.blocks.at(-1)?.rows.some(({ id }) => id === after) ?? false;
  return { base, blocks: goesOn ? [...shown.blocks, block] : [block] };
}
