import { expect, test } from 'vitest';
import type { ExecutionRow } from '#app/presenters/execution/execution-row.ts';
import { heldRows } from './use-held-rows.ts';

const row = (id: number, some: Partial<ExecutionRow> = {}): ExecutionRow => ({
  trigger: 'Scheduled',
  id,
  status: 'success',
  startAt: id,
  endedAt: id,
  duration: '1s',
  code: '200',
  latenessMs: 1,
  attempts: 1,
  note: null,
  isOpen: false,
  ...some,
});
const asked = 'all';
const ids = (rows: ExecutionRow[]) => rows.map(({ id }) => id);

test('new rows wait, and what is known of the shown ones changes in place', () => {
  const held = { asked, answers: undefined, rows: [row(3, { isOpen: true }), row(2)] };
  const next = heldRows({ held, asked, answers: undefined, fresh: [row(4), row(3), row(2)] });
  expect(ids(next.rows)).toEqual([3, 2]);
  expect(next.rows[0]?.isOpen).toBe(false);
});

test('a shown row that is pushed out of the page of the server stays', () => {
  const held = { asked, answers: undefined, rows: [row(3), row(2)] };
  expect(heldRows({ held, asked, answers: undefined, fresh: [row(5), row(4)] })).toBe(held);
});

test('another filter, an empty history and a run by hand show what there is', () => {
  const fresh = [row(4), row(3)];
  const held = { asked, answers: undefined, rows: [row(3)] };
  expect(ids(heldRows({ held, asked: 'failed', answers: undefined, fresh }).rows)).toEqual([4, 3]);
  expect(ids(heldRows({ held: { ...held, rows: [] }, asked, answers: undefined, fresh }).rows)).toEqual([
    4, 3,
  ]);
  expect(ids(heldRows({ held, asked, answers: {}, fresh }).rows)).toEqual([4, 3]);
});

test('nothing new is no change', () => {
  const held = { asked, answers: undefined, rows: [row(3)] };
  expect(heldRows({ held, asked, answers: undefined, fresh: [row(3)] })).toBe(held);
  const empty = { asked, answers: undefined, rows: [] };
  expect(heldRows({ held: empty, asked, answers: undefined, fresh: [] })).toBe(empty);
});
