import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import type { Tier } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';
import { registerSearchAttributes } from '#server/engine/register-search-attributes.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { createAdmission } from '#server/outbound/limits/admission.server.ts';
import { callGroupOf } from '#server/outbound/limits/call-group.server.ts';
import { aCrowd, type Crowd, hostCount } from '#tests/integration/engine/kit/slow-target.ts';
import { aLiveJob, aWorker, eventually, hasTemporal } from '#tests/integration/engine/kit/engine.ts';
import { often, scheduleWith } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { aUser } from '../makers.ts';

// Concurrency limits in a real worker, at targets that hold their calls until released.

type Owner = Awaited<ReturnType<typeof aUser>>;

/** Time for a worker to start and load all jobs; later ones are due at once. */
const leadMs = 5_000;
const handovers = 10;
/** That many claim passes, one a second, would take twice as long. */
const handoverLimitMs = 5_000;

let crons = 0;
/** An expression of one test alone, for `scheduleWith`: the jobs of the tests before it are not due again. */
const aCron = () => `${(crons += 1)} 0 1 1 *`;

let worker: RunningWorker | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

/** A worker to which the addresses of the tests are hosts like any others. */
async function aLimitedWorker({ cron }: { cron: string }) {
  const admission = createAdmission({
    liveWorkers: () => 1,
    groupOf: (target) => ({ ...callGroupOf({ target }), isExempt: false, isUncapped: true }),
  });
  worker = await aWorker({ admission, schedule: scheduleWith({ cron, at: Date.now() + leadMs }) });
}

/** Jobs whose calls last as long as the crowd is held; spread over all hosts unless one is given. */
async function someJobs({
  owners,
  count,
  crowd,
  host,
  ...given
}: { owners: Owner[]; count: number; crowd: Crowd; host?: number } & Partial<JobInput>) {
  const jobs: { jobId: number; owner: Owner; path: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const webhookUrl = crowd.urlAt({ host: host ?? n % hostCount, n });
    const ownedBy = owners[n % owners.length];
    if (!ownedBy) throw new Error('Jobs have an owner.');
    const job = await aLiveJob({ ownedBy, webhookUrl, retryCount: 0, timeoutSeconds: 300, ...given });
    jobs.push({ jobId: job.jobId, owner: ownedBy, path: new URL(webhookUrl).pathname });
  }
  return jobs;
}

/** An account whose jobs were saved under a plan that allows them. */
async function setTier({ owner, tier }: { owner: Owner; tier: Tier }) {
  await db().user.update({ where: { id: owner.id }, data: { tier } });
}

/** The limit is reached, and while none of these calls ends, other jobs keep being called. */
async function expectFull({ crowd, most, others }: { crowd: Crowd; most: number; others: Crowd }) {
  await eventually(() => expect(crowd.out()).toBe(most), 40_000);
  const before = others.paths().length;
  await eventually(() => expect(others.paths().length).toBeGreaterThanOrEqual(before + 2));
  expect(crowd.out()).toBe(most);
  expect(crowd.paths()).toHaveLength(most);
}

/** Each freed slot is used. */
async function expectHandedOver({ crowd, most, count }: { crowd: Crowd; most: number; count: number }) {
  for (let ended = 1; ended <= count; ended += 1) {
    crowd.response(1);
    await eventually(() => expect(crowd.paths()).toHaveLength(most + ended));
  }
}

/** In the end each job was called once, and the limit was never exceeded. */
async function expectAllCalledOnce({
  crowd,
  most,
  jobs,
}: {
  crowd: Crowd;
  most: number;
  jobs: { jobId: number; path: string }[];
}) {
  crowd.respondToAll();
  await eventually(async () => {
    const rows = await db().execution.findMany({ where: { jobId: { in: jobs.map(({ jobId }) => jobId) } } });
    expect(rows.map(({ outcome, attemptCount }) => ({ outcome, attemptCount }))).toEqual(
      jobs.map(() => ({ outcome: 'success', attemptCount: 1 })),
    );
  });
  expect([...crowd.paths()].sort()).toEqual(jobs.map(({ path }) => path).sort());
  expect(crowd.most()).toBe(most);
}

describe.skipIf(!hasTemporal)("a worker's calls in flight", { timeout: 120_000 }, () => {
  // Jobs are pushed to Temporal before the first worker starts.
  beforeAll(registerSearchAttributes);

  test.each([
    ['free', 25],
    ['premium', 50],
    ['ultimate', 100],
  ] as const)(
    'an account on %s has %i calls in flight at once: others start as they end, and another account is not delayed',
    async (tier, most) => {
      const cron = aCron();
      const [crowd, others] = [aCrowd(`account-${tier}`), aCrowd(`beside-${tier}`)];
      others.respondToAll();
      const owner = await aUser({ tier: 'ultimate' });
      const jobs = await someJobs({ owners: [owner], count: most + 20, crowd, cronExpression: cron });
      await setTier({ owner, tier });
      // On the same hosts.
      await someJobs({
        ...{ owners: [await aUser({ tier })], count: hostCount, crowd: others, cronExpression: often },
      });
      await aLimitedWorker({ cron });
      await expectFull({ crowd, most, others });
      const startedAt = Date.now();
      await expectHandedOver({ crowd, most, count: handovers });
      expect(Date.now() - startedAt).toBeLessThan(handoverLimitMs);
      await expectAllCalledOnce({ crowd, most, jobs });
    },
  );

  test('a host has 50 calls in flight at once, from any account, and the same accounts call other hosts meanwhile', async () => {
    const cron = aCron();
    const [crowd, others] = [aCrowd('host'), aCrowd('beside-host')];
    others.respondToAll();
    const owners = [await aUser({ tier: 'ultimate' }), await aUser({ tier: 'ultimate' })];
    const jobs = await someJobs({ owners, count: 70, crowd, host: 0, cronExpression: cron });
    await someJobs({ owners, count: 2, crowd: others, host: 1, cronExpression: often });
    await aLimitedWorker({ cron });
    await expectFull({ crowd, most: 50, others });
    const startedAt = Date.now();
    await expectHandedOver({ crowd, most: 50, count: handovers });
    expect(Date.now() - startedAt).toBeLessThan(handoverLimitMs);
    await expectAllCalledOnce({ crowd, most: 50, jobs });
  });

  test('manual runs wait for a free slot too', async () => {
    const [crowd, others] = [aCrowd('by-hand'), aCrowd('beside-by-hand')];
    others.respondToAll();
    const owner = await aUser({ tier: 'ultimate' });
    const jobs = await someJobs({ owners: [owner], count: 30, crowd, cronExpression: null });
    await setTier({ owner, tier: 'free' });
    await someJobs({ owners: [await aUser()], count: 1, crowd: others, cronExpression: often });
    await aLimitedWorker({ cron: aCron() });
    for (const job of jobs) await runJob({ ...job, trigger: 'manual' });
    await expectFull({ crowd, most: 25, others });
    await expectHandedOver({ crowd, most: 25, count: 2 });
    await expectAllCalledOnce({ crowd, most: 25, jobs });
  });
});
