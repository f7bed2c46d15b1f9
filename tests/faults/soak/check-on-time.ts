import { isActive } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { oracleFires } from '#tests/oracle/schedule.ts';
import { check, printNote } from '../checks.ts';
import { waitUntil } from '../clock.ts';
import { mailDomain } from '../jobs.ts';
import { inWords, latenessOf } from '../lateness.ts';
import { readCalls } from '../sink.ts';
import { isSoundTarget } from './job-kinds.ts';

/** Maximum lateness at the target, as after the kills of the fault suite. */
const onTimeMs = 5_000;
/** So late a call may still arrive to be told as late instead of missing. */
const latestMs = 30_000;
/** A call that has ended so shortly before an instant was still out when the fire was looked at. */
const pollMs = 1_000;

/**
 * Every due job is called on time, if its target responds at once and well. The calendar says which are due, without
 * jobs changed within the last minute.
 */
export async function checkOnTime({
  title,
  due,
  sinkFile,
}: {
  title: string;
  due: number;
  sinkFile: string;
}): Promise<void> {
  await waitUntil(due + latestMs);
  await check(title, async () => {
    const jobs = new Set(await soundJobsDueAt(due));
    const calls = readCalls(sinkFile).filter(
      ({ jobId, scheduledFor, attempt }) => scheduledFor === due && attempt === 1 && jobs.has(jobId),
    );
    const lateMs = new Map(calls.map(({ jobId, at }) => [jobId, at - due]));
    printNote(`${jobs.size} jobs were due whose target answers at once: ${inWords(latenessOf(calls))}`);
    if (jobs.size === 0) return ['No job was due.'];
    return [...jobs].flatMap((id) => {
      const late = lateMs.get(id);
      if (late === undefined) return [`job ${id} was not called`];
      return late < onTimeMs ? [] : [`job ${id} was ${Math.round(late)} ms late`];
    });
  });
}

/** Without skipped fires, and without jobs with an earlier call in flight: these wait or are skipped. */
async function soundJobsDueAt(due: number): Promise<number[]> {
  const at = new Date(due);
  const isOutAt = {
    startedAt: { lt: at },
    OR: [{ endedAt: null }, { endedAt: { gt: new Date(due - pollMs) } }],
  };
  const jobs = await db().job.findMany({
    where: {
      owner: { email: { endsWith: mailDomain } },
      deletedAt: null,
      skips: { none: { scheduledFor: at } },
      executions: { none: { dueAt: { lt: at }, attempts: { some: isOutAt } } },
    },
  });
  return jobs
    .map(decryptJob)
    .filter((job) => isActive({ ...job, now: due }))
    .filter(
      ({ cronExpression: cron, timeZone }) =>
        cron !== null && oracleFires({ cron, timeZone, after: due - 1, until: due }).length > 0,
    )
    .filter(({ webhookUrl }) => isSoundTarget(webhookUrl))
    .map(({ id }) => id);
}
