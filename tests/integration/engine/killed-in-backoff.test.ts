import { tsToMs } from '@temporalio/common/lib/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  killTemporal,
  patient,
} from '#tests/integration/engine/kit/engine-on-disk.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { fireWorkflowId, jobWorkflowId } from '#workflows/contract.ts';

// A job workflow backs off to a fire at least five minutes away, or once it has dispatched the twenty fires of a run
// and waits for the lead of the next one. The second takes half a minute.

const firesOfRun = 20;
const firstInMs = 4_000;
const apartMs = 300;
const restMs = 20_000;

const instants: number[] = [];
const schedule: ScheduleCalculator = {
  nextFires: ({ after, count }) => instants.filter((at) => at > after).slice(0, count),
  firesBetween: ({ after, until, limit }) =>
    instants.filter((at) => at > after && at <= until).slice(0, limit),
};

/** Schedules the fires of one run close together and, after a rest, one more with a response. */
function nameInstants(): number {
  const first = Date.now() + firstInMs;
  const ofRun = Array.from({ length: firesOfRun }, (_, index) => first + index * apartMs);
  const last = first + (firesOfRun - 1) * apartMs + restMs;
  instants.splice(0, instants.length, ...ofRun, last);
  return last;
}

/** Start of the current run of a workflow, if nothing has happened in it since. */
async function onlyStartOf(jobId: number) {
  const loop = temporalClient().workflow.getHandle(jobWorkflowId(jobId));
  const { events } = await loop.fetchHistory();
  expect(events).toHaveLength(1);
  const start = events?.[0]?.workflowExecutionStartedEventAttributes;
  expect(start?.continuedExecutionRunId).toBeTruthy();
  return { runId: start?.originalExecutionRunId, backoffMs: tsToMs(start?.firstWorkflowTaskBackoff) };
}

describe.skipIf(!hasTemporal)('a job loop in a backoff', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker({ schedule: schedule })));
  afterAll(() => worker.stop());

  test('fires on time and once, although the server was killed with kill -9 meanwhile', async () => {
    const last = nameInstants();
    // Delegated fires are dispatched at their lead: before that, their workflow holds nothing.
    const job = await aLiveJob({ cronExpression: '0 0 1 1 *', overlap: 'allow' });
    const before = await eventually(() => onlyStartOf(job.jobId));
    expect(before.backoffMs).toBeGreaterThan(restMs / 2);
    await eventually(async () => {
      const ended = (await executionsOf(job.jobId)).filter(({ endedAt }) => endedAt !== null);
      expect(ended).toHaveLength(firesOfRun);
    });

    await killTemporal();
    const after = await eventually(() => onlyStartOf(job.jobId));
    expect(after).toEqual(before);

    const callsOfLast = () =>
      job
        .arrivals()
        .filter(({ headers }) => Date.parse(String(headers['x-punctual-scheduled-for'])) === last);
    await eventually(() => expect(callsOfLast()).toHaveLength(1));
    const lateMs = Number(callsOfLast()[0]?.at) - last;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(3_000);

    // Everything that might call again has ended.
    const fire = temporalClient().workflow.getHandle(
      fireWorkflowId({ jobId: job.jobId, scheduledFor: last }),
    );
    await eventually(async () => expect((await fire.describe()).status.name).toBe('COMPLETED'));
    expect(callsOfLast()).toHaveLength(1);
    const rows = await executionsOf(job.jobId);
    expect(rows.filter(({ scheduledFor }) => Number(scheduledFor) === last)).toMatchObject([
      { outcome: 'success', trigger: 'schedule', attemptCount: 1 },
    ]);
  }, 100_000);
});
