import { expect, test } from 'vitest';
import type { ShownExecution } from '#app/presenters/execution/execution-row.ts';
import { heldRows } from './use-held-rows.ts';

const row = (id: number, some: Partial<ShownExecution> = {}): ShownExecution => ({
  trigger: 'Scheduled',
  id,
  status: 'success',
  startAt: id,
  endedAt: id,
  duration: '1s',
  code: '200',
  latenessMs: 1,
  attempts: 1,
  hint: null,
  isOpen: false,
  ...some,
});
const asked = 'all';
const ids = (rows: ShownExecution[]) => rows.map(({ id }) => id);

test('new rows wait, and the shown ones are updated in place', () => {
  const held = { asked, responses: undefined, rows: [row(3, { isOpen: true }), row(2)] };
  const next = heldRows({ held, asked, responses: undefined, fresh: [row(4), row(3), row(2)] });
  expect(ids(next.rows)).toEqual([3, 2]);
  expect(next.rows[0]?.isOpen).toBe(false);
});

test("a shown row stays after newer rows have pushed it off the server's page", () => {
  const held = { asked, responses: undefined, rows: [row(3), row(2)] };
  expect(heldRows({ held, asked, responses: undefined, fresh: [row(5), row(4)] })).toBe(held);
});

test('another filter, an empty history and a manual run show all rows', () => {
  const fresh = [row(4), row(3)];
  const held = { asked, responses: undefined, rows: [row(3)] };
  expect(ids(heldRows({ held, asked: 'failed', responses: undefined, fresh }).rows)).toEqual([4, 3]);
  expect(ids(heldRows({ held: { ...held, rows: [] }, asked, responses: undefined, fresh }).rows)).toEqual([
    4, 3,
  ]);
  expect(ids(heldRows({ held, asked, responses: {}, fresh }).rows)).toEqual([4, 3]);
});

test('nothing new changes nothing', () => {
  const held = { asked, responses: undefined, rows: [row(3)] };
  expect(heldRows({ held, asked, responses: undefined, fresh: [row(3)] })).toBe(held);
  const empty = { asked, responses: undefined, rows: [] };
  expect(heldRows({ held: empty, asked, responses: undefined, fresh: [] })).toBe(empty);
});
