import { randomUUID } from 'node:crypto';
import type { JobInput } from '#domain/job/job.ts';
import { unmaskRequest } from '#domain/job/unmask-request.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { pushTest } from '#server/engine/relay/push-test.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { sealPart } from './sealed-parts.server.ts';

/** Limit per account: at 10 a minute more than ten minutes of them, so none in progress is removed. */
const mostKept = 100;

/**
 * Calls the target of a form once, saved or not (D34): no history, counter, notification or overlap includes it, and it
 * is kept for 24 hours, the newest 100 of an account. It returns before the call is made; `getTestRun` returns the
 * progress.
 *
 * @param input the form as parsed by the schema of domain/job/job; without one, the saved job
 * @param jobId the saved job of the form: masks stand for its values
 * @throws AppError not_found: the job is absent, deleted or another's
 * @throws AppError validation_error: the target or the pattern is refused, or a mask has no saved value
 * @throws AppError rate_limit: 10 test runs a minute of an account (security.md section 6)
 */
export async function startTestRun({
  owner,
  ...asked
}: { owner: Owner } & ({ input: JobInput; jobId?: number } | { jobId: number; input?: never })): Promise<{
  id: string;
}> {
  const { jobId = null } = asked;
  const saved = jobId === null ? null : (await getJob({ owner, jobId })).job;
  const form = asked.input
    ? unmaskRequest({ input: asked.input, stored: saved })
    : saved && jobInputOf(saved);
  if (!form) throw new Error('A test run takes a form or a job.');
  await checkJobInput({ input: form, owner, jobId });
  const { id: actorId, request } = owner;
  await consumeRateLimit({ limit: 'test_run', key: actorId, actorId, ...(request && { request }) });
  const id = randomUUID();
  await db().$transaction(async (tx) => {
    await dropOldest({ tx, ownerId: owner.id });
    await tx.testRun.create({
      data: { id, ownerId: owner.id, jobId, form: sealPart({ name: 'form', part: form, ownerId: owner.id }) },
    });
    await tx.$executeRaw`select pg_notify('run_requested', ${id})`;
  });
  await pushTest({ id });
  return { id };
}

/** Makes room for another test run. */
async function dropOldest({ tx, ownerId }: { tx: Tx; ownerId: number }): Promise<void> {
  const older = await tx.testRun.findMany({
    where: { ownerId },
    orderBy: { createdAt: 'desc' },
    skip: mostKept - 1,
    select: { id: true },
  });
  if (older.length > 0) await tx.testRun.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
}
