import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import { claimResidency } from '#server/executions/residency/claim-residency.server.ts';
import { countResidencies } from '#server/executions/residency/count-residencies.server.ts';
import { freeResidencies, leaveResidencies } from '#server/executions/residency/free-residencies.server.ts';
import {
  holdersOf,
  residencesOf,
  restoreResidencies,
} from '#server/executions/residency/held-residencies.server.ts';
import { takeResidencies } from '#server/executions/residency/take-residencies.server.ts';
import {
  endResidencies,
  markReported,
  waitingActivities,
} from '#server/executions/residency/waiting-activities.server.ts';
import { aLedgerJob, aWorker, claimOne, loseLease, minuteMs, noon } from './kit.ts';

const aKeep = (jobId: number) => ({ jobId, runId: randomUUID(), activityId: '7' });

/** Jobs that a worker holds, each with an activity that awaits its report. */
async function someResidents({ count, workerId }: { count: number; workerId: string }) {
  const keeps: ReturnType<typeof aKeep>[] = [];
  while (keeps.length < count) keeps.push(aKeep((await aLedgerJob()).id));
  await Promise.all(keeps.map((keep) => claimResidency({ workerId, ...keep })));
  return keeps;
}

const holderOf = async (jobId: number) => (await holdersOf([jobId])).get(jobId);

test('the first worker that receives a job holds it, and a living one keeps it when another one receives it next', async () => {
  const [first, second] = [await aWorker(), await aWorker()];
  const { id: jobId } = await aLedgerJob();
  expect(await claimResidency({ workerId: first, ...aKeep(jobId) })).toBe('mine');
  const next = aKeep(jobId);
  expect(await claimResidency({ workerId: second, ...next })).toBe('other');
  expect(await holderOf(jobId)).toBe(first);
  // The report goes to the activity of the newest request.
  expect(await waitingActivities([jobId])).toEqual([next]);
});

test('a worker without a lease, a rescued one and a free job give way to the next request', async () => {
  const [expired, settled, leaving, taker] = [
    await aWorker(),
    await aWorker(),
    await aWorker(),
    await aWorker(),
  ];
  const [ofExpired, ofSettled, free] = [await aLedgerJob(), await aLedgerJob(), await aLedgerJob()];
  await claimResidency({ workerId: expired, ...aKeep(ofExpired.id) });
  await claimResidency({ workerId: settled, ...aKeep(ofSettled.id) });
  await claimResidency({ workerId: leaving, ...aKeep(free.id) });
  await db().worker.update({ where: { id: settled }, data: { settledAt: new Date() } });
  await leaveResidencies({ workerId: leaving });
  await loseLease(expired);
  for (const { id } of [ofExpired, ofSettled, free]) {
    expect(await claimResidency({ workerId: taker, ...aKeep(id) })).toBe('mine');
    expect(await holderOf(id)).toBe(taker);
  }
  await db().worker.update({ where: { id: expired }, data: { settledAt: new Date() } });
});

test('requests at the same moment each get their own result; a removed job has none', async () => {
  const [first, second] = [await aWorker(), await aWorker()];
  const { id: jobId } = await aLedgerJob();
  const results = await Promise.all(
    [first, second, first].map((workerId) => claimResidency({ workerId, ...aKeep(jobId) })),
  );
  const holder = await holderOf(jobId);
  expect(results).toEqual([first, second, first].map((id) => (id === holder ? 'mine' : 'other')));
  expect(await claimResidency({ workerId: first, ...aKeep(2_000_000_000) })).toBe('gone');
});

test('free jobs are taken soonest next fire first, each by one of two workers at the same time', async () => {
  const [leaving, one, two] = [await aWorker(), await aWorker(), await aWorker()];
  const keeps = await someResidents({ count: 12, workerId: leaving });
  const ids = keeps.map(({ jobId }) => jobId);
  for (const [index, jobId] of ids.entries())
    await db().jobState.update({
      where: { jobId },
      // The last job has no next fire.
      data: { nextRunAt: index === 11 ? null : new Date(noon + (11 - index) * minuteMs) },
    });
  await leaveResidencies({ workerId: leaving });
  expect(await countResidencies()).toMatchObject({ free: 12 });
  expect(new Set(await takeResidencies({ workerId: one, limit: 3 }))).toEqual(new Set(ids.slice(8, 11)));
  const taken = await Promise.all([
    takeResidencies({ workerId: one, limit: 5 }),
    takeResidencies({ workerId: two, limit: 5 }),
  ]);
  expect(new Set(taken.flat()).size).toBe(taken.flat().length);
  await takeResidencies({ workerId: two, limit: 500 });
  expect(await countResidencies()).toMatchObject({ free: 0 });
  const own = [await residencesOf({ workerId: one }), await residencesOf({ workerId: two })];
  expect(own.flatMap((jobs) => [...jobs]).sort()).toEqual([...ids].sort());
  // The activities that await the reports stay with the jobs.
  expect(new Set(await waitingActivities(ids))).toEqual(new Set(keeps));
});

test('a worker frees only its own jobs, and one that leaves does not count for the balance', async () => {
  await db().worker.updateMany({ data: { leaseUntil: new Date(0), settledAt: new Date() } });
  const [one, two] = [await aWorker(), await aWorker()];
  const [[ofOne], [ofTwo]] = [
    await someResidents({ count: 1, workerId: one }),
    await someResidents({ count: 1, workerId: two }),
  ];
  const jobIds = [ofOne, ofTwo].map((keep) => Number(keep?.jobId));
  await freeResidencies({ workerId: one, jobIds });
  expect(await holdersOf(jobIds)).toEqual(
    new Map([
      [jobIds[0], null],
      [jobIds[1], two],
    ]),
  );
  await db().worker.update({ where: { id: two }, data: { residents: 5 } });
  expect(await countResidencies()).toEqual({ free: 1, all: 6, workers: 2 });
  await leaveResidencies({ workerId: two });
  expect(await countResidencies()).toMatchObject({ free: 2, workers: 1 });
});

test('the loss of a worker frees its jobs, and a job with a call of it that is repeated', async () => {
  const [lost, other] = [await aWorker(), await aWorker()];
  const [held, calling, ended] = [
    await aLedgerJob(),
    await aLedgerJob({ retryCount: 1 }),
    await aLedgerJob({ retryCount: 0 }),
  ];
  await claimResidency({ workerId: lost, ...aKeep(held.id) });
  // Balance has moved these two while a call of them was in flight.
  for (const { id } of [calling, ended]) {
    await claimResidency({ workerId: other, ...aKeep(id) });
    await claimOne({ workerId: lost, jobId: id });
  }
  await loseLease(lost);
  expect((await rescueLostWorkers({ now: noon + 3_000 })).claims).toBe(2);
  const jobIds = [held.id, calling.id, ended.id];
  expect(await holdersOf(jobIds)).toEqual(
    new Map([
      [held.id, null],
      [calling.id, null],
      [ended.id, other],
    ]),
  );
});

test('a worker that others have rescued takes, claims and restores nothing: nobody would free its jobs', async () => {
  const [leaving, rescued] = [await aWorker(), await aWorker()];
  const [free] = await someResidents({ count: 1, workerId: leaving });
  const { id: missing } = await aLedgerJob();
  const freeId = Number(free?.jobId);
  await leaveResidencies({ workerId: leaving });
  await loseLease(rescued);
  await rescueLostWorkers({ now: noon });
  expect(await takeResidencies({ workerId: rescued, limit: 500 })).toEqual([]);
  await expect(claimResidency({ workerId: rescued, ...aKeep(missing) })).rejects.toThrow('lost');
  await restoreResidencies({ workerId: rescued, jobIds: [missing] });
  expect(await holdersOf([freeId, missing])).toEqual(new Map([[freeId, null]]));
});

test('a job taken while its worker is rescued is freed by that rescue, or not taken', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [leaving, lost] = [await aWorker(), await aWorker()];
    const [free] = await someResidents({ count: 1, workerId: leaving });
    await leaveResidencies({ workerId: leaving });
    await loseLease(lost);
    const rescue = async () => {
      // A round that meets the statement of the lost worker leaves it to the next one.
      await rescueLostWorkers({ now: noon });
      await rescueLostWorkers({ now: noon });
    };
    await Promise.all([takeResidencies({ workerId: lost, limit: 500 }), rescue()]);
    expect(await holderOf(Number(free?.jobId))).toBeNull();
    await takeResidencies({ workerId: await aWorker(), limit: 500 });
  }
});

test('a report that has arrived clears its activity, but not a newer one', async () => {
  const workerId = await aWorker();
  const [older, settled] = await someResidents({ count: 2, workerId });
  if (!older || !settled) throw new Error('There are no residents.');
  const newer = { ...older, activityId: '8' };
  await claimResidency({ workerId, ...newer });
  await markReported([older, settled]);
  expect(await waitingActivities([older.jobId, settled.jobId])).toEqual([newer]);
  expect(await holderOf(settled.jobId)).toBe(workerId);
});

test('a residency ends once nobody awaits its report, and stays if a new activity does or another worker has it', async () => {
  const [workerId, other] = [await aWorker(), await aWorker()];
  const [awaited, ended, moved] = await someResidents({ count: 3, workerId });
  if (!awaited || !ended || !moved) throw new Error('There are no residents.');
  await markReported([ended, moved]);
  await freeResidencies({ workerId, jobIds: [moved.jobId] });
  await takeResidencies({ workerId: other, limit: 500 });
  const jobIds = [awaited.jobId, ended.jobId, moved.jobId];
  expect(await endResidencies({ workerId, jobIds })).toEqual([awaited.jobId]);
  expect(await holdersOf(jobIds)).toEqual(
    new Map([
      [awaited.jobId, workerId],
      [moved.jobId, other],
    ]),
  );
});

test('deleted rows are restored for jobs that exist, and never taken from another worker', async () => {
  const [workerId, other] = [await aWorker(), await aWorker()];
  const [missing, taken, removed] = await someResidents({ count: 3, workerId });
  const jobIds = [missing, taken, removed].map((keep) => Number(keep?.jobId));
  await db().residency.deleteMany({ where: { jobId: { in: jobIds } } });
  const [missingId = 0, takenId = 0, removedId = 0] = jobIds;
  await claimResidency({ workerId: other, ...aKeep(takenId) });
  await db().job.update({ where: { id: removedId }, data: { deletedAt: new Date() } });
  await restoreResidencies({ workerId, jobIds });
  expect(await holdersOf(jobIds)).toEqual(
    new Map([
      [missingId, workerId],
      [takenId, other],
    ]),
  );
  expect(await waitingActivities([missingId])).toEqual([]);
  // A removed job takes its row with it.
  await db().job.delete({ where: { id: missingId } });
  expect(await holderOf(missingId)).toBeUndefined();
});
