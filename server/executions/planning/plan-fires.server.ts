import { batchRequests } from '#server/database/batch-requests.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { groupByJob } from '#server/executions/ledger/group-by-job.server.ts';
import { type LedgerJob, readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { readUnfinishedRows } from '#server/executions/ledger/ledger-rows.server.ts';
import type { FirePlan, ScheduleCalculator } from '#server/executions/ledger/types.ts';
import { readVersionsInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import { classifyDueFires, type Past } from './classify-due-fires.server.ts';
import { lateLimitOf } from './late-limit.server.ts';
import { nextInstants } from './next-instants.server.ts';
import { settlePast } from './settle-past.server.ts';
import { queuedInstants, staleEnds, waitingOf } from './stale-rows.server.ts';

interface Ask {
  jobId: number;
  now: number;
  schedule: ScheduleCalculator;
  graceMs?: number;
}

const firesOfPlan = 2;

/**
 * The next fires of a job. First settles the past: due fires without a row get one, except those that may still
 * run; the first of these is returned first (see NextFire). Queued fires and waiting executions of a paused job end.
 * Requests within 5 ms are batched.
 *
 * @param graceMs wait of a fire for a worker; 20 s later, it no longer runs as scheduled
 */
export async function planFires(ask: Ask): Promise<FirePlan> {
  return planTogether(ask);
}

const planTogether = batchRequests<Ask, FirePlan>({ waitMs: 5, max: 200, run: planAll });

async function planAll(asks: Ask[]): Promise<(ask: Ask) => FirePlan> {
  const first = await pass(asks);
  const unsettled = asks.filter((ask) => isUnsettled(first, ask));
  if (unsettled.length === 0) return (ask) => planOf(first, ask);
  for (const group of groupsOf(unsettled)) await settlePast(group);
  const second = await pass(unsettled);
  return (ask) => planOf(unsettled.includes(ask) ? second : first, ask);
}

type PlanPass = Awaited<ReturnType<typeof pass>>;

async function pass(asks: Ask[]) {
  const client = getPool();
  const jobIds = asks.map(({ jobId }) => jobId);
  const jobs = await readFacts({ client, jobIds });
  const versions = await readVersionsInForce({ client, jobs: [...jobs.values()] });
  return { jobs, versions, unfinishedRows: groupByJob(await readUnfinishedRows({ client, jobIds })) };
}

/** A worker's clock that is ahead must not turn the future into the past. */
const nowFor = ({ now }: Ask, { readAt }: LedgerJob) => Math.min(now, readAt.getTime());

function pastOf({ versions }: PlanPass, { job, ask }: { job: LedgerJob; ask: Ask }): Past {
  const now = nowFor(ask, job);
  return classifyDueFires({
    accountedUntil: job.accountedUntil.getTime(),
    versions: versions.get(job.jobId) ?? [],
    until: now,
    held: null,
    now,
    schedule: ask.schedule,
    lateLimitMs: lateLimitOf(ask.graceMs),
    catchUp: job.catchUp,
  });
}

function staleOf({ unfinishedRows }: PlanPass, { job, ask }: { job: LedgerJob; ask: Ask }) {
  const rows = unfinishedRows.get(job.jobId) ?? [];
  return { rows, completed: staleEnds({ job, rows, now: nowFor(ask, job), schedule: ask.schedule }) };
}

/** A job with an invalid past fails in its own result, not with the whole batch. */
function isUnsettled(seen: PlanPass, ask: Ask): boolean {
  const job = seen.jobs.get(ask.jobId);
  if (!job) return false;
  try {
    return pastOf(seen, { job, ask }).missed.length > 0 || staleOf(seen, { job, ask }).completed.length > 0;
  } catch {
    return false;
  }
}

function planOf(seen: PlanPass, ask: Ask): FirePlan {
  const job = seen.jobs.get(ask.jobId);
  if (!job) return { kind: 'gone' };
  const { schedule } = ask;
  const due = pastOf(seen, { job, ask }).candidates.map(({ scheduledFor }) => scheduledFor);
  // They are caught up one after another: the job is planned again after each. With overlap allowed, none waits.
  const next = job.overlap === 'allow' ? due : due.slice(0, 1);
  const after = Math.max(nowFor(ask, job), job.accountedUntil.getTime());
  const ahead = nextInstants({ job, after, count: firesOfPlan, schedule });
  const fires = [...queuedInstants(staleOf(seen, { job, ask })), ...next, ...ahead]
    .slice(0, firesOfPlan)
    .map((scheduledFor) => ({ scheduledFor }));
  const planned = { ...plannedJob(job), waiting: waitingOf(staleOf(seen, { job, ask })) };
  return fires.length > 0 ? { kind: 'fires', fires, ...planned } : { kind: 'idle', ...planned };
}

function plannedJob(job: LedgerJob) {
  const { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, overlap, lastOutcome } = job;
  return { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, overlap, lastOutcome };
}

/** One settlement for all planners with the same clock reading and calculator. */
function groupsOf(asks: Ask[]) {
  const schedules = [...new Set(asks.map(({ schedule }) => schedule))];
  return schedules.map((schedule) => {
    const same = asks.filter((ask) => ask.schedule === schedule);
    return {
      jobIds: same.map(({ jobId }) => jobId),
      now: Math.min(...same.map(({ now }) => now)),
      schedule,
      lateLimitMs: Math.max(...same.map(({ graceMs }) => lateLimitOf(graceMs))),
    };
  });
}
