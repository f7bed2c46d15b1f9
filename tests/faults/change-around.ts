import { db } from '#server/database/db.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { atOnce } from './at-once.ts';
import { check, printNote } from './checks.ts';
import { waitUntil, within } from './clock.ts';
import type { SuiteJob } from './jobs.ts';
import { readCalls } from './sink.ts';
import { sinkFile } from './stack.ts';

const changesAtOnce = 8;
const allowedMs = 1_000;
/** Each change takes a few milliseconds of the whole machine: half of them are made before the instant. */
const perChangeMs = 14;

type Kind = 'pause' | 'edit' | 'delete';
const kinds: Kind[] = ['pause', 'edit', 'delete'];

/**
 * F16: pauses, edits and deletes confirmed before and after an instant; after a confirmation, the old call is not made.
 */
export async function changeAround({
  jobs,
  at,
  echoUrl,
}: {
  jobs: SuiteJob[];
  at: number;
  echoUrl: string;
}): Promise<void> {
  await waitUntil(at - (jobs.length * perChangeMs) / 2);
  const changes = await atOnce({
    limit: changesAtOnce,
    items: jobs.map((job, index) => ({ job, kind: kinds[index % kinds.length] as Kind })),
    run: async ({ job, kind }) => {
      await change({ job, kind, echoUrl });
      return { job, kind, respondedAt: Date.now() };
    },
  });
  const before = changes.filter(({ respondedAt }) => respondedAt < at).length;
  printNote(`${before} changes had their response before the instant, ${changes.length - before} after it`);
  await waitUntil(Math.max(Date.now(), at) + 15_000);

  await check(
    `F16: none of ${jobs.length} pauses, edits and deletes is followed by an outdated call over 1 s later`,
    () => {
      const calls = readCalls(sinkFile);
      const changedBy = new Map(changes.map((one) => [one.job.id, one]));
      return calls.flatMap(({ jobId, at: cameAt, path, scheduledFor }) => {
        const one = changedBy.get(jobId);
        if (!one || cameAt <= one.respondedAt + allowedMs || path === '/fault/after') return [];
        const lateMs = Math.round(cameAt - one.respondedAt);
        return [
          `job ${jobId}, ${one.kind}: a call of ${new Date(scheduledFor).toISOString()} came ${lateMs} ms after`,
        ];
      });
    },
  );
  await check('F16: all rows of the deleted jobs are removed within a minute', async () => {
    const ids = changes.filter(({ kind }) => kind === 'delete').map(({ job }) => job.id);
    const left = () => db().job.count({ where: { id: { in: ids } } });
    const took = await within({ ms: 60_000, isSo: async () => (await left()) === 0 });
    return took === undefined ? [`${await left()} are still there`] : [];
  });
}

async function change({ job, kind, echoUrl }: { job: SuiteJob; kind: Kind; echoUrl: string }): Promise<void> {
  const { owner, id: jobId } = job;
  if (kind === 'pause') await setJobStatus({ owner, jobId, status: 'paused' });
  else if (kind === 'delete') await deleteJob({ owner, jobId });
  else {
    // Still called, once, at the new URL; then not before the new year.
    const changes = { webhookUrl: `${echoUrl}/fault/after`, cronExpression: '0 0 1 1 *' };
    await updateJob({ owner, jobId, changes });
  }
}
