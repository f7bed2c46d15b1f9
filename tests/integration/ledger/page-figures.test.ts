import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { callDurations } from '#server/executions/history/call-durations.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { streakAt } from '#server/executions/history/streak-at.server.ts';
import type { Outcome } from '#server/generated/client.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { aUser } from '../makers.ts';
import { aLedgerJob, minuteMs, noon } from './kit.ts';

const minute = (count: number) => noon + count * minuteMs;

/** A job with executions a minute apart, the first at noon; its state as the ledger keeps it. */
async function aJobWith(outcomes: (Outcome | null)[]) {
  const owner = await aUser();
  const { id: jobId } = await aLedgerJob({ owner });
  const ids: number[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const at = new Date(minute(index));
    const { id } = await db().execution.create({
      data: {
        ...{ jobId, trigger: 'schedule', scheduledFor: at, dueAt: at, jobVersion: 1, outcome },
        ...{ claimedAt: at, startedAt: at, endedAt: outcome && at },
      },
    });
    ids.push(Number(id));
  }
  const success = outcomes.lastIndexOf('success');
  const failures = outcomes.slice(success + 1).filter((outcome) => outcome && outcome !== 'skipped').length;
  await db().jobState.update({
    where: { jobId },
    data: {
      lastSuccessAt: success === -1 ? null : new Date(minute(success)),
      failureStreak: failures,
      streakStartedAt: failures === 0 ? null : new Date(minute(success + 1)),
    },
  });
  const streakOf = async (index: number) => {
    const { state } = await getJob({ owner, jobId });
    const execution = await getExecution({ ownerId: owner.id, jobId, id: ids[index] ?? 0 });
    return streakAt({ execution, state });
  };
  return { jobId, ids, streakOf };
}

test('an execution of the current streak shows the failures up to itself', async () => {
  const { streakOf } = await aJobWith(['success', 'failed', 'superseded', 'skipped', 'unknown', null]);
  expect(await streakOf(0)).toBeNull();
  expect(await streakOf(1)).toEqual({ count: 1, since: minute(1), isAtLeast: false });
  expect(await streakOf(2)).toEqual({ count: 2, since: minute(1), isAtLeast: false });
  expect(await streakOf(3)).toBeNull();
  expect(await streakOf(4)).toEqual({ count: 3, since: minute(1), isAtLeast: false });
  expect(await streakOf(5)).toMatchObject({ count: 3 });
});

test('an execution of a past streak shows that one, not the current', async () => {
  const { streakOf } = await aJobWith(['failed', 'success', 'failed', 'failed', 'success', 'failed']);
  expect(await streakOf(0)).toEqual({ count: 1, since: minute(0), isAtLeast: false });
  expect(await streakOf(3)).toEqual({ count: 2, since: minute(2), isAtLeast: false });
  expect(await streakOf(5)).toEqual({ count: 1, since: minute(5), isAtLeast: false });
});

test('the duration of a call is that of the last attempt, without the delays before it', async () => {
  const { ids } = await aJobWith(['failed', 'success']);
  const [id = 0, without = 0] = ids;
  const startedAt = new Date(noon);
  await db().attempt.createMany({
    data: [30, 412].map((durationMs, index) => ({
      ...{ executionId: id, number: index + 1, startedAt, endedAt: startedAt, durationMs },
    })),
  });
  expect(await callDurations([id, without])).toEqual(new Map([[id, 412]]));
});
