import { inTransaction } from '#server/database/transaction.server.ts';
import { advanceStates } from '#server/executions/ledger/advance-states.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import { readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { readUnfinishedRows } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';
import { readVersionsInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import {
  endExecutions,
  type ExecutionCompletion,
} from '#server/executions/recording/end-executions.server.ts';
import { classifyDueFires } from './classify-due-fires.server.ts';
import { nextInstants } from './next-instants.server.ts';
import { staleEnds } from './stale-rows.server.ts';
import { type MissedFires, writeMissed } from './write-missed.server.ts';

/**
 * Writes a row for every fire due until now, except those that may still run: their claims decide. Ends executions left
 * open by a pause or an edit.
 * @param lateLimitMs maximum lateness of a fire that still runs as scheduled
 */
export async function settlePast({
  jobIds,
  now: asked,
  schedule,
  lateLimitMs,
}: {
  jobIds: number[];
  now: number;
  schedule: ScheduleCalculator;
  lateLimitMs: number;
}): Promise<void> {
  await inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds });
    const facts = [...(await readFacts({ client, jobIds })).values()];
    const versions = await readVersionsInForce({ client, jobs: facts });
    const unfinishedRows = groupByJob(await readUnfinishedRows({ client, jobIds }));
    const missed: MissedFires[] = [];
    const completed: ExecutionCompletion[] = [];
    const advances = facts.map((job) => {
      const accountedUntil = job.accountedUntil.getTime();
      const now = Math.min(asked, job.readAt.getTime());
      const past = classifyDueFires({
        accountedUntil,
        versions: versions.get(job.jobId) ?? [],
        until: now,
        held: null,
        now,
        schedule,
        lateLimitMs,
        catchUp: job.catchUp,
      });
      missed.push({ jobId: job.jobId, rows: past.missed });
      completed.push(...staleEnds({ job, rows: unfinishedRows.get(job.jobId) ?? [], now, schedule }));
      const [first] = past.candidates;
      const after = Math.max(now, accountedUntil);
      return {
        jobId: job.jobId,
        accountedUntil: first ? first.scheduledFor - 1 : after,
        nextRunAt: first?.scheduledFor ?? nextInstants({ job, after, count: 1, schedule })[0] ?? null,
      };
    });
    await writeMissed({ client, states, jobs: missed, now: asked });
    await endExecutions({ client, states, now: asked, completed });
    await advanceStates({ client, jobs: advances });
  });
}
