import { echoPath } from '#domain/echo.ts';
import { AppError } from '#domain/errors.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { targetRules } from '#server/outbound/guard/target-rules.server.ts';
import { consumeRunRateLimit } from '#server/rate-limit/consume-run-rate-limit.server.ts';

/** One for each account: a second press finds the first one's job by it. */
const exampleId = 'punctual-example';

/** The URL an example calls; null where the guard does not open our own address (decision 044). */
export function exampleUrl(): string | null {
  const url = new URL(echoPath, env().APP_ORIGIN).href;
  return 'target' in evaluateTarget({ url, rules: targetRules() }) ? url : null;
}

/** The schedule of an account's example: hourly, at a minute that not all accounts share. */
export function exampleCron(ownerId: number): string {
  return `${ownerId % 60} * * * *`;
}

/**
 * Creates the example job of an account, unless it is there, and runs it once.
 * @returns the id of the job
 * @throws AppError conflict: this installation has no address for it, or its job is paused; authorization_error: the
 *   plan has no room; rate_limit: 10 runs a minute
 */
export async function startExample({
  owner,
  timeZone,
}: {
  owner: Owner;
  timeZone: string;
}): Promise<{ jobId: number }> {
  const jobId = (await findExample(owner)) ?? (await createExample({ owner, timeZone }));
  await consumeRunRateLimit({ owner, jobIds: [jobId] });
  await runJob({ owner, jobId, trigger: 'manual' });
  return { jobId };
}

async function findExample({ id: ownerId }: Owner): Promise<number | null> {
  const where = { ownerId, externalId: exampleId, deletedAt: null };
  return (await db().job.findFirst({ where, select: { id: true } }))?.id ?? null;
}

async function createExample({ owner, timeZone }: { owner: Owner; timeZone: string }): Promise<number> {
  try {
    return (await createJob({ owner, input: exampleInput({ owner, timeZone }) })).id;
  } catch (error) {
    // Two presses at once: the other one has created it.
    const known = await findExample(owner);
    if (known === null) throw error;
    return known;
  }
}

function exampleInput({ owner, timeZone }: { owner: Owner; timeZone: string }): JobInput {
  const url = exampleUrl();
  if (url === null)
    throw new AppError('conflict', {
      message: 'This installation does not let jobs call its own address. Create a job with your own URL.',
    });
  return jobInput.parse({
    name: 'Example',
    description: 'Calls an address of Punctual that returns the request. Enter your own URL to get started.',
    webhookURL: url,
    cronExpression: exampleCron(owner.id),
    timezone: timeZone,
    externalId: exampleId,
  });
}
