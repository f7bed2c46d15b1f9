import { expect, test } from 'vitest';
import type { JobStatus } from '#domain/job/choices.ts';
import { holdJobs, type HeldJobs } from './use-held-jobs.ts';

interface Row {
  id: number;
  status: JobStatus;
  name?: string;
}

const active = (...ids: number[]): Row[] => ids.map((id) => ({ id, status: 'active' }));
const words = ({ rows }: HeldJobs<Row>) => rows.map(({ id, status }) => `${id} ${status}`);
const none = new Map<number, never>();

const start = (rows: Row[]): HeldJobs<Row> => ({ load: 'a', fresh: rows, rows, outcomes: new Map() });

/** The list after an action was sent and the server has responded with other rows. */
function after({
  rows,
  outcome,
  fresh,
}: {
  rows: Row[];
  outcome: [number, JobStatus | 'deleted'][];
  fresh: Row[];
}) {
  const sent = holdJobs({ held: start(rows), load: 'a', fresh: rows, pending: new Map(outcome) });
  return holdJobs({ held: sent, load: 'a', fresh, pending: none });
}

test('a row paused under the filter Active keeps its position and shows its new status', () => {
  const paused = after({ rows: active(1, 2, 3), outcome: [[2, 'paused']], fresh: active(1, 3) });
  expect(words(paused)).toEqual(['1 active', '2 paused', '3 active']);
});

test('the row stays through every later update, even if it is the last one', () => {
  const paused = after({ rows: active(1), outcome: [[1, 'paused']], fresh: [] });
  const later = holdJobs({ held: paused, load: 'a', fresh: [], pending: none });
  expect(words(later)).toEqual(['1 paused']);
});

test('the next load shows the list without held rows', () => {
  const paused = after({ rows: active(1, 2), outcome: [[2, 'paused']], fresh: active(1) });
  expect(words(holdJobs({ held: paused, load: 'b', fresh: active(1), pending: none }))).toEqual(['1 active']);
});

test('a paused row is neither moved by the sort nor replaced by another row', () => {
  const fresh: Row[] = [...active(1, 3, 4), { id: 2, status: 'paused', name: 'now' }];
  const paused = after({ rows: active(1, 2, 3), outcome: [[2, 'paused']], fresh });
  expect(words(paused)).toEqual(['1 active', '2 paused', '3 active']);
  expect(paused.rows[1]?.name).toBe('now');
});

test('a refused action shows what the server says', () => {
  const refused = after({ rows: active(1, 2), outcome: [[2, 'paused']], fresh: active(1, 2) });
  expect(words(refused)).toEqual(['1 active', '2 active']);
});

test('a resumed row is active again in the same position', () => {
  const paused = after({ rows: active(1, 2), outcome: [[1, 'paused']], fresh: active(2) });
  const sent = holdJobs({ held: paused, load: 'a', fresh: paused.fresh, pending: new Map([[1, 'active']]) });
  const back = holdJobs({ held: sent, load: 'a', fresh: active(2, 1), pending: none });
  expect(words(back)).toEqual(['1 active', '2 active']);
});

test('without an action of the reader the list follows the server, also after a deletion', () => {
  const moved = holdJobs({ held: start(active(1, 2)), load: 'a', fresh: active(3, 1), pending: none });
  expect(words(moved)).toEqual(['3 active', '1 active']);
  const deleted = after({ rows: active(1, 2), outcome: [[1, 'deleted']], fresh: active(3, 2) });
  expect(words(deleted)).toEqual(['3 active', '2 active']);
});

test('a deleted row leaves a held list, and another one takes its position', () => {
  const paused = after({ rows: active(1, 2, 3), outcome: [[2, 'paused']], fresh: active(1, 3, 4) });
  const sent = holdJobs({
    held: paused,
    load: 'a',
    fresh: paused.fresh,
    pending: new Map([[1, 'deleted' as const]]),
  });
  const deleted = holdJobs({ held: sent, load: 'a', fresh: active(3, 4), pending: none });
  expect(words(deleted)).toEqual(['2 paused', '3 active', '4 active']);
});

test('a row that somebody else paused or deleted leaves a held list', () => {
  const paused = after({ rows: active(1, 2, 3), outcome: [[2, 'paused']], fresh: active(3, 4) });
  expect(words(paused)).toEqual(['2 paused', '3 active', '4 active']);
});

test('returns the same object when nothing changed', () => {
  const held = start(active(1));
  expect(holdJobs({ held, load: 'a', fresh: held.fresh, pending: none })).toBe(held);
});
