import type { OwnStack } from '#dev/test/own-stack.ts';
import { jobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check } from '#tests/faults/checks.ts';
import { minuteAhead, waitUntil, within } from '#tests/faults/clock.ts';
import { useStack } from '#tests/faults/settings.ts';
import { type Call, readAllCalls } from '#tests/faults/sink.ts';
import { sinkFile } from '#tests/faults/stack.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

/** A first job on the real clock: every minute, paused, run manually, deleted. */
export async function testFirstJob({ stack }: { stack: OwnStack }): Promise<void> {
  const { echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  const { id, tier } = await db().user.findFirstOrThrow({ where: { email: 'premium@punctual.test' } });
  const owner = { id, tier };
  const path = '/fault/first-job';
  const { id: jobId } = await createJob({
    owner,
    input: jobInput.parse({
      name: 'First job',
      cronExpression: '* * * * *',
      webhookURL: echoUrl + path,
      retryCount: 0,
    }),
  });

  await check('a minutely job shows a success with its lateness within two minutes', async () => {
    const firstSuccess = () => db().execution.findFirst({ where: { jobId, outcome: 'success' } });
    const took = await within({ ms: 120_000, isSo: async () => (await firstSuccess()) !== null });
    if (took === undefined) return ['It did not succeed.'];
    const lateness = (await firstSuccess())?.latenessMs ?? null;
    return lateness !== null && lateness >= 0 && lateness < 2_000 ? [] : [`Its lateness is ${lateness} ms.`];
  });

  await setJobStatus({ owner, jobId, status: 'paused' });
  const pausedAt = Date.now();
  await waitUntil(minuteAhead(1_000) + 10_000);
  await check('after a pause no call arrives', () =>
    callsTo(path)
      .filter(({ at }) => at > pausedAt)
      .map(({ at }) => `A call came at ${new Date(at).toISOString()}.`),
  );

  await setJobStatus({ owner, jobId, status: 'active' });
  const { executionId } = await runJob({ owner, jobId, trigger: 'manual' });
  await check('Run Now calls the target once, within 5 s', async () => {
    const isEnded = async () => {
      const row = await db().execution.findUnique({ where: { id: executionId } });
      return row?.outcome === 'success';
    };
    const took = await within({ ms: 5_000, isSo: isEnded });
    const byHand = callsTo(path).filter(({ at, requestId }) => at > pausedAt && requestId !== null);
    return took !== undefined && byHand.length === 1 ? [] : [`${byHand.length} calls came.`];
  });

  await deleteJob({ owner, jobId });
  await check('after a delete the workflow has ended and the rows are gone', async () => {
    const isGone = async () => {
      const { status } = await temporalClient().workflow.getHandle(jobWorkflowId(jobId)).describe();
      return status.name !== 'RUNNING' && (await db().job.findUnique({ where: { id: jobId } })) === null;
    };
    const took = await within({ ms: 20_000, isSo: isGone });
    return took === undefined ? ['It is still there.'] : [];
  });
}

/** Calls to a path, as the target saw them. */
function callsTo(path: string): Call[] {
  return readAllCalls(sinkFile).filter((call) => call.path === path);
}
