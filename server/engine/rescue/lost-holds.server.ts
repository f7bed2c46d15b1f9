import { hostname } from 'node:os';
import { getPool } from '#server/database/db.server.ts';
import { tryAll } from '#server/engine/relay/try-all.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { isUnclaimed } from './overdue-fires.server.ts';
import { runsWithFires } from './runs-with-fires.server.ts';

/** The name by which Temporal and its Web UI know a worker: its host, and the id of its row when it began. */
export const workerIdentity = (workerId: string): string => `${hostname()} ${workerId}`;

/**
 * Future fires held by lost workers, soonest first: fail these, so another worker has them before their instants.
 * Temporal itself redispatches them ten seconds after their instants at the earliest, and they may be two minutes away
 * when the worker is lost (docs/decisions/055). It asks Temporal about each job with a next run at most five minutes
 * away, some hundreds a second; without a response, Temporal's own timeout applies.
 * @throws Error if the database is down
 */
export async function lostHolds(workers: LostWorker[]): Promise<LostActivity[]> {
  if (workers.length === 0) return [];
  const holds: LostActivity[] = [];
  await tryAll({
    items: await fireSoon(),
    act: async (fire) => void holds.push(...(await holdsOf({ ...fire, workers }))),
  });
  return holds;
}

interface FireSoon {
  jobId: number;
  scheduledFor: number;
}

/** Longer than any fire is held: the widest arming window and the lead. */
const heldFor = `interval '5 minutes'`;

async function fireSoon(): Promise<FireSoon[]> {
  const { rows } = await getPool().query<FireSoon>(
    `select s."jobId", (extract(epoch from s."nextRunAt") * 1000)::float8 as "scheduledFor"
     from "JobState" s join "Job" j on j."id" = s."jobId"
     where s."nextRunAt" > now() - interval '10 seconds' and s."nextRunAt" < now() + ${heldFor} and ${isUnclaimed}
     order by s."nextRunAt", s."jobId"`,
  );
  return rows;
}

async function holdsOf({
  jobId,
  scheduledFor,
  workers,
}: FireSoon & { workers: LostWorker[] }): Promise<LostActivity[]> {
  const found: LostActivity[] = [];
  for await (const { workflowId, runId, fires } of runsWithFires({ jobId, scheduledFor }))
    for (const { activityId, lastWorkerIdentity } of fires) {
      const worker = workers.find(({ id }) => lastWorkerIdentity?.endsWith(id));
      if (worker && activityId) found.push({ workflowId, runId, activityId, lostAt: worker.lostAt });
    }
  return found;
}
