import { expect, test } from 'vitest';
import { splitAtNow } from './timeline-order.ts';

test('steps are in order of time, and the now marker separates past from due', () => {
  const steps = [
    { kind: 'next_fire', at: 300, title: 'Next run' },
    { kind: 'scheduled', at: 0, title: 'Scheduled' },
    { kind: 'retry', at: 200, title: 'Attempt 2' },
    { kind: 'failed', at: 100, title: 'Attempt 1 failed' },
  ] as const;
  const { past, due } = splitAtNow({ steps, now: 150 });
  expect(past.map(({ at }) => at)).toEqual([0, 100]);
  expect(due.map(({ at }) => at)).toEqual([200, 300]);
});
