import { expect, test } from 'vitest';
import type { ExecutionRow } from '#app/presenters/execution/execution-row.ts';
import { withLook } from './use-earlier-rows.ts';

const rows = (...ids: number[]): ExecutionRow[] =>
  ids.map((id) => ({
    id,
    trigger: 'Scheduled',
    status: 'success',
    startAt: id,
    endedAt: id,
    duration: '1s',
    code: '200',
    latenessMs: 1,
    attempts: 1,
    note: null,
    isOpen: false,
  }));
const newest = { cursor: null, rows: rows(9, 8, 7) };
const older = { cursor: '1000_7', rows: rows(6, 5) };
const base = 'all';
const idsOf = (shown: ReturnType<typeof withLook>) =>
  shown.blocks.map((block) => block.rows.map(({ id }) => id));

test('what follows by the cursor of a row that is shown stands under it', () => {
  const next = withLook({ shown: { base, blocks: [newest] }, base, look: older });
  expect(idsOf(next)).toEqual([
    [9, 8, 7],
    [6, 5],
  ]);
  const longer = withLook({ shown: next, base, look: { ...older, rows: rows(6, 5, 4) } });
  expect(idsOf(longer)).toEqual([
    [9, 8, 7],
    [6, 5, 4],
  ]);
});

test('the same look again is no change', () => {
  const shown = { base, blocks: [newest, older] };
  expect(withLook({ shown, base, look: older })).toBe(shown);
});

test('the way back takes the later rows away', () => {
  expect(idsOf(withLook({ shown: { base, blocks: [newest, older] }, base, look: newest }))).toEqual([
    [9, 8, 7],
  ]);
});

test('another filter, or a cursor that no shown row has, begins anew', () => {
  const shown = { base, blocks: [newest] };
  expect(idsOf(withLook({ shown, base: 'failed', look: older }))).toEqual([[6, 5]]);
  expect(idsOf(withLook({ shown, base, look: { cursor: '1000_3', rows: rows(2, 1) } }))).toEqual([[2, 1]]);
});
