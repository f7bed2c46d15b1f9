import { advanceStates } from './advance-states.server.ts';
import { readFacts } from './job-facts.server.ts';
import { judgePast } from './judge-past.server.ts';
import { lockJobs } from './lock-jobs.server.ts';
import { nextInstants } from './next-instants.server.ts';
import { inTransaction } from './transaction.server.ts';
import type { ScheduleMath } from './types.ts';
import { readVersionsInForce } from './versions-in-force.server.ts';
import { type MissedFires, writeMissed } from './write-missed.server.ts';

/**
 * Gives every due fire its row up to now, but the one of each job that may still run: that one is for its claim.
 * @param lateLimitMs how late a fire still runs as scheduled
 */
export async function settlePast({
  jobIds,
  now,
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
    const missed: MissedFires[] = [];
    const advances = facts.map((job) => {
      const accountedUntil = job.accountedUntil.getTime();
      const past = judgePast({
        accountedUntil,
        versions: versions.get(job.jobId) ?? [],
        until: now,
        now,
        math,
        lateLimitMs,
        catchUp: job.catchUp,
      });
      missed.push({ jobId: job.jobId, rows: past.missed });
      const { candidate } = past;
      const after = Math.max(now, accountedUntil);
      return {
        jobId: job.jobId,
        accountedUntil: candidate ? candidate.scheduledFor - 1 : after,
        nextRunAt: candidate?.scheduledFor ?? nextInstants({ job, after, count: 1, math })[0] ?? null,
      };
    });
    await writeMissed({ client, states, jobs: missed, now });
    await advanceStates({ client, jobs: advances });
  });
}
