import { expect, test } from 'vitest';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { withBlock } from './use-earlier-rows.ts';

const rows = (...ids: number[]): ShownExecution[] =>
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
    hint: null,
    isOpen: false,
  }));
const newest = { cursor: null, rows: rows(9, 8, 7) };
const older = { cursor: '1000_7', rows: rows(6, 5) };
const base = 'all';
const idsOf = (shown: ReturnType<typeof withBlock>) =>
  shown.blocks.map((block) => block.rows.map(({ id }) => id));

test('rows loaded by the cursor of a shown row are added below it', () => {
  const next = withBlock({ shown: { base, blocks: [newest] }, base, block: older });
  expect(idsOf(next)).toEqual([
    [9, 8, 7],
    [6, 5],
  ]);
  const longer = withBlock({ shown: next, base, block: { ...older, rows: rows(6, 5, 4) } });
  expect(idsOf(longer)).toEqual([
    [9, 8, 7],
    [6, 5, 4],
  ]);
});

test('loading the same rows again changes nothing', () => {
  const shown = { base, blocks: [newest, older] };
  expect(withBlock({ shown, base, block: older })).toBe(shown);
});

test('going back removes the later rows', () => {
  expect(idsOf(withBlock({ shown: { base, blocks: [newest, older] }, base, block: newest }))).toEqual([
    [9, 8, 7],
  ]);
});

test('another filter, or a cursor that belongs to no shown row, starts the list over', () => {
  const shown = { base, blocks: [newest] };
  expect(idsOf(withBlock({ shown, base: 'failed', block: older }))).toEqual([[6, 5]]);
  expect(idsOf(withBlock({ shown, base, block: { cursor: '1000_3', rows: rows(2, 1) } }))).toEqual([[2, 1]]);
});
