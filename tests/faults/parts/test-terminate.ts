import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { atOnce } from '#tests/faults/at-once.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { assessFires } from '#tests/faults/spread/fires.ts';
import type { SpreadJob } from '#tests/faults/spread/jobs.ts';
import { assertSpreadLedger, someResidents } from '#tests/faults/spread/residents.ts';
import { jobWorkflowId, scheduleId } from '#workflows/contract.ts';

const onTimeMs = 1_000;
const appliedLimitMs = 20_000;
/** The maintenance task `reconcile` is due hourly: here it runs when the suite asks for it. */
const reconcileLimitMs = 90_000;
const terminationsAtOnce = 10;

/** F20: an operator terminates the workflows of resident jobs. */
export async function testTerminate({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const jobs = await someResidents({ home: stack.home, echoUrl });
  const from = Date.now();
  await atOnce({
    limit: terminationsAtOnce,
    items: jobs,
    run: ({ id }) => handleOf(id).terminate('An operator of the fault suite'),
  });
  const terminatedAt = Date.now();
  const [edited] = jobs;
  if (!edited) throw new Error('There are jobs.');
  await updateJob({
    owner: edited.owner,
    jobId: edited.id,
    changes: { webhookUrl: `${echoUrl}/fault/edited` },
  });
  await check('F20: the next change of a terminated job starts its workflow within 20 s', async () => {
    const took = await within({
      ms: appliedLimitMs,
      isSo: async () => (await unstarted([edited])).length === 0,
    });
    return took === undefined ? ['It has none.'] : [];
  });
  await waitUntil(terminatedAt + minuteMs + onTimeMs);
  const { lateness, uncalled, twice } = await assessFires({ jobs, from, until: terminatedAt + minuteMs });
  printNote(inWords(lateness));
  await check(
    `F20: ${jobs.length} jobs with terminated workflows go on firing, each fire once, 99 % within 1 s`,
    () => [...(lateness.p99 <= onTimeMs ? [] : [inWords(lateness)]), ...uncalled, ...twice],
  );
  await reconcile();
  await check(
    'F20: after the next reconcile each of them has one open workflow, which awaits its worker',
    async () => {
      const isSo = async () => (await unstarted(jobs)).length === 0;
      const took = await within({ ms: reconcileLimitMs, isSo });
      printNote(`they had after ${((took ?? reconcileLimitMs) / 1_000).toFixed(0)} s`);
      return took === undefined ? unstarted(jobs) : [];
    },
  );
  const until = terminatedAt + minuteMs;
  await waitUntil(until + 30_000);
  await assertSpreadLedger({ after: 'F20', databaseUrl, from, until });
}

const handleOf = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId));

async function reconcile(): Promise<void> {
  const id = scheduleId({ taskQueue: env().TEMPORAL_TASK_QUEUE, name: 'reconcile' });
  await temporalClient().schedule.getHandle(id).trigger();
}

/** Jobs without an open workflow, or with one whose activity the worker does not know. */
async function unstarted(jobs: SpreadJob[]): Promise<string[]> {
  const residencies = await db().residency.findMany({ where: { jobId: { in: jobs.map(({ id }) => id) } } });
  const runOf = new Map(residencies.map(({ jobId, runId }) => [jobId, runId]));
  const states = await atOnce({
    limit: terminationsAtOnce,
    items: jobs,
    run: async ({ id }) => {
      const { status, runId } = await handleOf(id).describe();
      return { id, status: status.name, isAwaited: runOf.get(id) === runId };
    },
  });
  return states
    .filter(({ status, isAwaited }) => status !== 'RUNNING' || !isAwaited)
    .map(
      ({ id, status }) => `job/${id} is ${status}${status === 'RUNNING' ? ', and no report is awaited' : ''}`,
    );
}
