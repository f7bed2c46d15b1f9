import { echoPath } from '#domain/echo.ts';
import { plans } from '#domain/plan.ts';
import { dayMs } from '#domain/time/units.ts';
import { readDefaultChannel } from '#server/accounts/default-channel.server.ts';
import type { Account } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { exampleCron, exampleUrl } from '#server/jobs/start-example.server.ts';

/** Contents of the dashboard of a new account. */
export interface FirstRun {
  /** The first steps, each with its state. */
  steps: { hasJob: boolean; hasRun: boolean; hasChannel: boolean };
  hasExample: boolean;
  /** The example as a call of the API. */
  curl: string;
  hasApi: boolean;
}

const newForMs = 14 * dayMs;

/**
 * The first steps of an account without jobs, and of one with a single job until they are done, for two weeks at most;
 * null for all others.
 * @param now UTC milliseconds
 */
export async function toFirstRun({
  user,
  jobs,
  runs,
  now,
}: {
  user: Account;
  jobs: number;
  runs: number;
  now: number;
}): Promise<FirstRun | null> {
  if (jobs > 1 || (jobs === 1 && user.createdAt.getTime() < now - newForMs)) return null;
  const steps = { hasJob: jobs > 0, hasRun: runs > 0, hasChannel: await hasChannel(user.id) };
  if (steps.hasJob && steps.hasRun && steps.hasChannel) return null;
  return {
    steps,
    hasExample: exampleUrl() !== null,
    curl: curlOf(user.id),
    hasApi: plans[user.tier].hasApiAccess,
  };
}

async function hasChannel(userId: number): Promise<boolean> {
  if ((await readDefaultChannel({ userId })) !== null) return true;
  const where = { ownerId: userId, deletedAt: null, notificationType: { not: null } };
  return (await db().job.count({ where })) > 0;
}

function curlOf(userId: number): string {
  const origin = new URL(env().APP_ORIGIN).origin;
  const job = { name: 'Example', cron: exampleCron(userId), webhook_url: origin + echoPath };
  return `curl -X POST ${origin}/api/v1/jobs \\
  -H "Authorization: Bearer $PUNCTUAL_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(job)}'`;
}
