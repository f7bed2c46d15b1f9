import { inTransaction } from '#server/database/transaction.server.ts';
import { advanceStates } from '#server/executions/ledger/advance-states.server.ts';
import { insertFires, type NewFire } from '#server/executions/ledger/insert-fires.server.ts';
import { readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { readUnfinishedRows } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';
import { readVersionsInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import { classifyDueFires, type MissedRow } from '#server/executions/planning/classify-due-fires.server.ts';
import { nextInstants } from '#server/executions/planning/next-instants.server.ts';
import { closeRows } from '#server/executions/recording/end-executions.server.ts';
import { countDaily } from '#server/executions/statistics/count-daily.server.ts';
import { countLost } from '#server/executions/statistics/count-lost.server.ts';

const verdict = 'Unknown: the account of this time was lost with the database and a backup was restored.';
const end = { outcome: 'unknown', reason: 'outage', verdict } as const;

/**
 * Ends every fire of these jobs due since the backup, and every execution open in it: unknown, by an outage. Their
 * requests may have been sent; none is sent again (engine.md section 5).
 * @returns number of rows written or ended
 */
export async function settleRestored({
  jobIds,
  now,
  schedule,
}: {
  jobIds: number[];
  now: number;
  schedule: ScheduleCalculator;
}): Promise<number> {
  return inTransaction(async (client) => {
    await lockJobs({ client, jobIds });
    const facts = [...(await readFacts({ client, jobIds })).values()];
    const versions = await readVersionsInForce({ client, jobs: facts });
    const open = await readUnfinishedRows({ client, jobIds });
    const closed = await closeRows({ client, now, completed: open.map(({ id }) => ({ id, ...end })) });
    const due = facts.flatMap((job) => {
      const accountedUntil = job.accountedUntil.getTime();
      const past = classifyDueFires({
        ...{ accountedUntil, versions: versions.get(job.jobId) ?? [], until: now, held: null, now, schedule },
        // Nothing is in time, and nothing is caught up.
        ...{ lateLimitMs: -1, catchUp: 'none' },
      });
      return past.missed.map((row) => ({ ...row, jobId: job.jobId }));
    });
    const inserted = await insertFires({ client, workerId: null, now, fires: due.map(fireOf) });
    const ids = new Map(inserted.map((row) => [`${row.jobId}|${row.scheduledFor.getTime()}`, row.id]));
    // Only the days are counted: the outcome is unknown, so no streak grows and no notification is sent.
    const completed = [...closed, ...due.flatMap((row) => endsOf({ row, ids, now }))];
    await countDaily({ client, completed });
    await countLost({ client, completed });
    await advanceStates({
      client,
      jobs: facts.map((job) => {
        const after = Math.max(now, job.accountedUntil.getTime());
        const [next = null] = nextInstants({ job, after, count: 1, schedule });
        return { jobId: job.jobId, accountedUntil: after, nextRunAt: next };
      }),
    });
    return closed.length + inserted.length;
  });
}

type DueRow = MissedRow & { jobId: number };

function fireOf({ jobId, scheduledFor, version, missedUntil, instants }: DueRow): NewFire {
  return {
    ...{ jobId, trigger: 'schedule', scheduledFor, version, isQueued: false, end, missedUntil },
    missedCount: missedUntil === null ? null : instants.length,
  };
}

function endsOf({ row, ids, now }: { row: DueRow; ids: Map<string, number>; now: number }) {
  const executionId = ids.get(`${row.jobId}|${row.scheduledFor}`);
  if (executionId === undefined) return [];
  return row.instants.map((at) => ({
    ...{
      executionId,
      jobId: row.jobId,
      trigger: 'schedule' as const,
      at,
      ...end,
      endedAt: now,
    },
    ...{ startedAt: null, durationMs: null, latenessMs: null, statusCode: null, errorCode: null },
  }));
}
