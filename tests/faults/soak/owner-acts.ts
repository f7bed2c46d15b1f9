import { jobInput } from '#domain/job/job.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import type { Random } from '#prisma/seed/random.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { skipFire } from '#server/jobs/skips/skip-fire.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { minuteMs } from '../clock.ts';
import { makeJob, type SuiteJob } from '../jobs.ts';
import { anyJob, oneOf } from './job-kinds.ts';

type Act = 'edit' | 'reschedule' | 'pause' | 'pause until' | 'resume' | 'run' | 'skip' | 'replace';
const acts: Act[] = [
  ...(['edit', 'edit', 'reschedule', 'reschedule', 'pause', 'pause until'] as const),
  ...(['resume', 'resume', 'resume', 'run', 'skip', 'replace'] as const),
];

/** Number of acts, and of refused ones: refusals are allowed while a part is down. */
export type ActCounts = Map<string, { done: number; refused: number }>;

/** Does something to one of the jobs, by chance; a replaced job gives its place to its successor. */
export async function actOnce({
  jobs,
  echoUrl,
  random,
  counts,
}: {
  jobs: SuiteJob[];
  echoUrl: string;
  random: Random;
  counts: ActCounts;
}): Promise<void> {
  const index = Math.floor(random() * jobs.length);
  const job = jobs[index];
  if (!job) return;
  const act = oneOf(acts, random);
  const count = counts.get(act) ?? { done: 0, refused: 0 };
  counts.set(act, count);
  try {
    const successor = await perform({ act, job, echoUrl, random });
    if (successor) jobs[index] = successor;
    count.done += 1;
  } catch {
    count.refused += 1;
  }
}

async function perform({
  act,
  job: { id: jobId, owner },
  echoUrl,
  random,
}: {
  act: Act;
  job: SuiteJob;
  echoUrl: string;
  random: Random;
}): Promise<SuiteJob | undefined> {
  const input = jobInput.parse({ name: 'Soak', ...anyJob({ echoUrl, ownerId: owner.id, random }) });
  switch (act) {
    case 'edit': {
      const { webhookUrl, retryCount, timeoutSeconds, overlap, catchUp } = input;
      await updateJob({
        owner,
        jobId,
        changes: { webhookUrl, retryCount, timeoutSeconds, overlap, catchUp },
      });
      return undefined;
    }
    case 'reschedule': {
      const { cronExpression, timeZone } = input;
      await updateJob({ owner, jobId, changes: { cronExpression, timeZone } });
      return undefined;
    }
    case 'pause':
      await setJobStatus({ owner, jobId, status: 'paused' });
      return undefined;
    case 'pause until': {
      const pausedUntil = new Date(Date.now() + (0.2 + 2 * random()) * minuteMs);
      await setJobStatus({ owner, jobId, status: 'paused', pausedUntil });
      return undefined;
    }
    case 'resume':
      await setJobStatus({ owner, jobId, status: 'active' });
      return undefined;
    case 'run':
      await runJob({ owner, jobId, trigger: 'manual' });
      return undefined;
    case 'skip': {
      const after = Date.now() + 10_000;
      const [scheduledFor] = nextFires({ cron: '* * * * *', timeZone: 'UTC', after, count: 1 });
      if (scheduledFor !== undefined) await skipFire({ owner, jobId, scheduledFor });
      return undefined;
    }
    case 'replace':
      await deleteJob({ owner, jobId });
      return makeJob({ owner, fields: anyJob({ echoUrl, ownerId: owner.id, random }) });
  }
}
