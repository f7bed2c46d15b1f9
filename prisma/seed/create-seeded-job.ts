import { newJob, type JobInput } from '#domain/job/field-table.ts';
import type { Tier } from '#domain/plan.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import { dayMs } from '#domain/time/units.ts';
import type { Tx } from '#server/database/db.server.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { sealJob } from '#server/jobs/versions/seal-job.server.ts';
import { randomFrom } from './random.ts';
import type { SeededJob } from './seeded-job.ts';
import { simulatePast } from './simulate.ts';
import { stateOf } from './state-of.ts';
import { writeHistory } from './write-history.ts';

/** Minimum days of daily statistics, whatever the plan's retention. */
const leastDays = 30;

/** Creates a job with a history, as if it had run here since its creation. */
export async function createSeededJob({
  tx,
  owner,
  job,
  echoUrl,
  now,
}: {
  tx: Tx;
  owner: { id: number; tier: Tier; retentionDays: number };
  job: SeededJob;
  echoUrl: string;
  now: number;
}): Promise<void> {
  const createdAt = new Date(now - job.createdDaysAgo * dayMs);
  const input = inputOf({ job, echoUrl });
  const pausedAt = job.pausedDaysAgo === undefined ? undefined : new Date(now - job.pausedDaysAgo * dayMs);
  const desiredVersion = pausedAt ? 2 : 1;
  const updatedAt = pausedAt ?? createdAt;
  const saved = await tx.job.create({
    data: { ...sealJob({ input, ownerId: owner.id }), desiredVersion, createdAt, updatedAt },
  });
  const asMade = pausedAt ? { ...saved, status: 'active' as const, desiredVersion: 1 } : saved;
  await saveVersion({ tx, job: asMade, changedById: owner.id, summary: 'created' });
  await tx.jobVersion.updateMany({ where: { jobId: saved.id }, data: { changedAt: createdAt } });
  if (pausedAt) {
    await saveVersion({ tx, job: saved, changedById: owner.id, summary: 'status' });
    await tx.jobVersion.updateMany({ where: { jobId: saved.id, version: 2 }, data: { changedAt: pausedAt } });
  }

  const days = Math.min(job.createdDaysAgo, Math.max(leastDays, owner.retentionDays));
  const random = randomFrom(saved.id);
  const past = simulatePast({ job, after: now - days * dayMs, now, random });
  const { cron, timeZone } = job;
  const [next] =
    cron !== null && job.status === 'active' ? nextFires({ cron, timeZone, after: now, count: 1 }) : [];
  await tx.jobState.create({
    data: {
      jobId: saved.id,
      accountedUntil: new Date(now),
      nextRunAt: next === undefined ? null : new Date(next),
      ...stateOf(past),
    },
  });
  await writeHistory({ tx, jobId: saved.id, tier: owner.tier, past, now, random });
}

function inputOf({ job, echoUrl }: { job: SeededJob; echoUrl: string }): JobInput {
  return {
    ...newJob,
    name: job.name,
    description: job.description,
    status: job.status,
    webhookUrl: `${echoUrl}${job.path}`,
    httpMethod: job.method,
    headers: job.headers ?? null,
    payload: job.payload ?? null,
    cronExpression: job.cron,
    timeZone: job.timeZone,
    timeoutSeconds: job.timeoutSeconds ?? newJob.timeoutSeconds,
    retryCount: job.retryCount ?? newJob.retryCount,
    tags: job.tags ?? [],
  };
}
