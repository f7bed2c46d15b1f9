import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { getPool } from '#server/database/db.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { failActivity, hasEnded } from './fail-activities.server.ts';
import { isUnclaimed } from './overdue-fires.server.ts';
import { retryEach } from './retry-each.server.ts';
import { runsWithFires } from './runs-with-fires.server.ts';

/** The name by which Temporal and its Web UI know a worker: its host, and the id of its row when it began. */
export const workerIdentity = (workerId: string): string => `${hostname()} ${workerId}`;

/** The part of a worker's id that stays when it goes on under a new id. */
const processPart = (workerId: string) => workerId.slice(0, workerId.lastIndexOf('-'));

/** Id of a worker that others have rescued: a new one of the same process, which Temporal knows by its first id. */
export const nextWorkerId = (workerId: string): string =>
  `${processPart(workerId)}-${randomUUID().split('-').at(-1)}`;

/** Reports whether Temporal dispatched an activity to the process of this worker, under any of its ids. */
const isHeldBy = ({ id }: LostWorker, identity: string) =>
  processPart(identity.split(' ').at(-1) ?? '') === processPart(id);

/**
 * Redispatches the future fires that lost workers hold, soonest first, so another worker has them before their
 * instants. Temporal itself redispatches them ten seconds after their instants at the earliest, and they may be two
 * minutes away when the worker is lost (docs/decisions/055). Asks Temporal about each job with a next run at most five
 * minutes away, some hundreds a second, and retries for a minute; after that, Temporal's own timeout applies.
 * @param onRedispatched receives the redispatched fires of a job
 * @throws Error if the database is down
 */
export async function redispatchHolds({
  workers,
  onRedispatched,
}: {
  workers: LostWorker[];
  onRedispatched: (holds: LostActivity[]) => void;
}): Promise<void> {
  if (workers.length === 0) return;
  await retryEach({
    items: await fireSoon(),
    act: async (fire) => {
      const holds = await holdsOf({ ...fire, workers });
      await Promise.all(holds.map(failActivity));
      if (holds.length > 0) onRedispatched(holds);
    },
    isFinal: hasEnded,
  });
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
      const worker = workers.find((one) => isHeldBy(one, lastWorkerIdentity ?? ''));
      if (worker && activityId) found.push({ workflowId, runId, activityId, lostAt: worker.lostAt });
    }
  return found;
}
