import { inTransaction } from '#server/database/transaction.server.ts';
import { advanceStates } from '#server/executions/ledger/advance-states.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import { readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { readOpenRows } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { ScheduleMath } from '#server/executions/ledger/types.ts';
import { readVersionsInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import { endExecutions, type ExecutionEnd } from '#server/executions/recording/end-executions.server.ts';
import { judgePast } from './judge-past.server.ts';
import { nextInstants } from './next-instants.server.ts';
import { staleEnds } from './stale-rows.server.ts';
import { type MissedFires, writeMissed } from './write-missed.server.ts';

/**
 * Gives every due fire its row up to now, but those of each job that may still run: they are for their claims. Ends
 * what a pause or an edit left open.
 * @param lateLimitMs how late a fire still runs as scheduled
 */
export async function settlePast({
  jobIds,
  now: asked,
  math,
  lateLimitMs,
}: {
  jobIds: number[];
  now: number;
  math: ScheduleMath;
  lateLimitMs: number;
}): Promise<void> {
  await inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds });
    const facts = [...(await readFacts({ client, jobIds })).values()];
    const versions = await readVersionsInForce({ client, jobs: facts });
    const openRows = groupByJob(await readOpenRows({ client, jobIds }));
    const missed: MissedFires[] = [];
    const ends: ExecutionEnd[] = [];
    const advances = facts.map((job) => {
      const accountedUntil = job.accountedUntil.getTime();
      const now = Math.min(asked, job.readAt.getTime());
      const past = judgePast({
        accountedUntil,
        versions: versions.get(job.jobId) ?? [],
        until: now,
        held: null,
        now,
        math,
        lateLimitMs,
        catchUp: job.catchUp,
      });
      missed.push({ jobId: job.jobId, rows: past.missed });
      ends.push(...staleEnds({ job, rows: openRows.get(job.jobId) ?? [], now, math }));
      const [first] = past.candidates;
      const after = Math.max(now, accountedUntil);
      return {
        jobId: job.jobId,
        accountedUntil: first ? first.scheduledFor - 1 : after,
        nextRunAt: first?.scheduledFor ?? nextInstants({ job, after, count: 1, math })[0] ?? null,
      };
    });
    await writeMissed({ client, states, jobs: missed, now: asked });
    await endExecutions({ client, states, now: asked, ends });
    await advanceStates({ client, jobs: advances });
  });
}
