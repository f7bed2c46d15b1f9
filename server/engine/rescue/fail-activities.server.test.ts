import { ActivityNotFoundError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failActivities } from './fail-activities.server.ts';

const lostAt = Date.parse('2026-03-01T00:00:10Z');
const reported = vi.hoisted(() => ({
  response: (_: string): void => {},
  ids: [] as string[],
  out: 0,
  most: 0,
  ms: 0,
  pending: { state: 2, startedAt: 0 },
}));
vi.mock('#server/engine/temporal-client.server.ts', () => ({
  temporalClient: () => ({
    workflow: {
      getHandle: () => ({
        describe: () => {
          const { state, startedAt } = reported.pending;
          const lastStartedTime = msToTs(startedAt);
          return Promise.resolve({
            raw: { pendingActivities: [{ activityId: '1', state, lastStartedTime }] },
          });
        },
      }),
    },
    activity: {
      fail: async ({ workflowId }: { workflowId: string }) => {
        reported.out += 1;
        reported.most = Math.max(reported.most, reported.out);
        await (reported.ms > 0 ? new Promise((done) => setTimeout(done, reported.ms)) : Promise.resolve());
        reported.out -= 1;
        reported.response(workflowId);
        reported.ids.push(workflowId);
      },
    },
  }),
  withinMs: ({ call }: { call: () => Promise<void> }) => call(),
}));
vi.mock('#server/log.server.ts', () => ({ log: () => ({ debug: () => {} }) }));
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((done) => setTimeout(done, ms)),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  Object.assign(reported, {
    response: () => {},
    ids: [],
    out: 0,
    most: 0,
    ms: 0,
    pending: { state: 2, startedAt: lostAt - 30_000 },
  });
});
afterEach(() => void vi.useRealTimers());

const activities = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    workflowId: `job/${index}`,
    runId: 'run',
    activityId: '1',
    lostAt,
  }));

test('reports are repeated while the server is down, at most ten at a time', async () => {
  const back = performance.now() + 9_000;
  reported.response = () => {
    if (performance.now() < back) throw new Error('14 UNAVAILABLE');
  };
  const failing = failActivities(activities(50));
  await vi.advanceTimersByTimeAsync(20_000);
  await failing;
  expect(reported.ids).toHaveLength(50);
  expect(reported.most).toBe(10);
});

test('a missing activity is reported once, and a server that stays down is given up', async () => {
  const asked: string[] = [];
  reported.response = (workflowId) => {
    asked.push(workflowId);
    throw workflowId === 'job/0' ? new ActivityNotFoundError('gone') : new Error('14 UNAVAILABLE');
  };
  const failing = failActivities(activities(2));
  await vi.advanceTimersByTimeAsync(120_000);
  await failing;
  expect(asked.filter((workflowId) => workflowId === 'job/0')).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(20);
});

test('an unresponsive server is given up after a minute, however many are left', async () => {
  const asked: string[] = [];
  reported.response = (workflowId) => {
    asked.push(workflowId);
    throw new Error('4 DEADLINE_EXCEEDED');
  };
  reported.ms = 5_000;
  const begin = performance.now();
  const failing = failActivities(activities(1_000)).then(() => performance.now() - begin);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await failing).toBeLessThanOrEqual(60_000);
  expect(asked).toHaveLength(120);
});

test('an activity not yet dispatched, or now held by another worker, is left alone', async () => {
  reported.pending = { state: 1, startedAt: lostAt - 30_000 };
  await failActivities(activities(1));
  reported.pending = { state: 2, startedAt: lostAt + 1_000 };
  await failActivities(activities(1));
  expect(reported.ids).toEqual([]);
  reported.pending = { state: 2, startedAt: lostAt - 30_000 };
  await failActivities(activities(1));
  expect(reported.ids).toEqual(['job/0']);
});
