import { beforeEach, expect, test, vi } from 'vitest';
import { nextWorkerId, redispatchKeepsOf, workerIdentity } from './redispatch-keeps-of.server.ts';

const { open, failed, asked } = vi.hoisted(() => ({
  open: new Map<number, string>(),
  failed: [] as unknown[],
  asked: [] as number[],
}));
vi.mock('#server/database/db.server.ts', () => ({
  getPool: () => ({ query: () => Promise.resolve({ rows: [1, 2, 3, 4].map((jobId) => ({ jobId })) }) }),
}));
vi.mock('./open-keep.server.ts', () => ({
  openKeep: (jobId: number) => {
    asked.push(jobId);
    const lastWorkerIdentity = open.get(jobId);
    const keep = { lastWorkerIdentity };
    return Promise.resolve(
      lastWorkerIdentity === undefined
        ? undefined
        : { workflowId: `job/${jobId}`, runId: 'run', activityId: '1', keep },
    );
  },
}));
vi.mock('./fail-activities.server.ts', () => ({
  failActivity: (activity: unknown) => Promise.resolve(void failed.push(activity)),
  hasEnded: () => false,
}));
vi.mock('#server/engine/temporal-client.server.ts', () => ({
  withinMs: ({ call }: { call: () => Promise<void> }) => call(),
}));
vi.mock('#server/log.server.ts', () => ({ log: () => ({ debug: () => {} }) }));

beforeEach(() => {
  open.clear();
  failed.length = asked.length = 0;
});

const lostId = '11111111-1111-4111-8111-111111111111';
const otherId = '22222222-2222-4222-8222-222222222222';

test('only jobs that Temporal had handed to a lost worker are redispatched, under any of its ids', async () => {
  open.set(1, workerIdentity(lostId));
  open.set(2, workerIdentity(otherId));
  open.set(4, '');
  const redispatched: unknown[] = [];
  // Others had rescued that process before: Temporal knows it by its first id.
  const workers = [{ id: nextWorkerId(lostId), lostAt: 77 }];
  await redispatchKeepsOf({ workers, onRedispatched: (keep) => redispatched.push(keep) });
  expect(asked.sort()).toEqual([1, 2, 3, 4]);
  expect(failed).toEqual([{ workflowId: 'job/1', runId: 'run', activityId: '1', lostAt: 77 }]);
  expect(redispatched).toEqual(failed);
});

test('without a lost worker Temporal is asked about no job', async () => {
  await redispatchKeepsOf({ workers: [], onRedispatched: () => {} });
  expect(asked).toEqual([]);
});
