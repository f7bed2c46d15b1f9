import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { getPool } from '#server/database/db.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { failActivity, hasEnded } from './fail-activities.server.ts';
import { openKeep } from './open-keep.server.ts';
import { isNobodys, isUnclaimed } from './overdue-fires.server.ts';
import { retryEach } from './retry-each.server.ts';

/** The name by which Temporal and its Web UI know a worker: its host, and the id of its row when it began. */
export const workerIdentity = (workerId: string): string => `${hostname()} ${workerId}`;

/** The part of a worker's id that stays when it goes on under a new id. */
const processPart = (workerId: string) => workerId.slice(0, workerId.lastIndexOf('-'));

/** New id for a worker that others have rescued: of the same process, which Temporal knows by its first id. */
export const nextWorkerId = (workerId: string): string =>
  `${processPart(workerId)}-${randomUUID().split('-').at(-1)}`;

/** Reports whether Temporal dispatched an activity to the process of this worker, under any of its ids. */
const isHeldBy = ({ id }: LostWorker, identity: string) =>
  processPart(identity.split(' ').at(-1) ?? '') === processPart(id);

/**
 * Redispatches the jobs that Temporal had handed to lost workers and that have no residency yet, soonest first: the
 * workers were lost in between. All others are taken over through PostgreSQL. Asks Temporal about each unassigned job
 * with a next fire at most five minutes away, and retries for a minute; then `redispatchLostKeeps` finds the rest.
 * @param onRedispatched receives the redispatched activity of a job
 * @throws Error if the database is down
 */
export async function redispatchKeepsOf({
  workers,
  onRedispatched,
}: {
  workers: LostWorker[];
  onRedispatched: (keep: LostActivity) => void;
}): Promise<void> {
  if (workers.length === 0) return;
  await retryEach({
    items: await unassignedSoon(),
    act: async ({ jobId }) => {
      const open = await openKeep(jobId);
      const worker = workers.find((one) => isHeldBy(one, open?.keep.lastWorkerIdentity ?? ''));
      if (!open || !worker) return;
      const { workflowId, runId, activityId } = open;
      const lost = { workflowId, runId, activityId, lostAt: worker.lostAt };
      await failActivity(lost);
      onRedispatched(lost);
    },
    isFinal: hasEnded,
  });
}

async function unassignedSoon(): Promise<{ jobId: number }[]> {
  const { rows } = await getPool().query<{ jobId: number }>(
    `select s."jobId"
     from "JobState" s join "Job" j on j."id" = s."jobId"
     where s."nextRunAt" > now() - interval '10 seconds' and s."nextRunAt" < now() + interval '5 minutes'
       and ${isUnclaimed} and ${isNobodys}
     order by s."nextRunAt", s."jobId"`,
  );
  return rows;
}
