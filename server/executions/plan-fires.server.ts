import { openPool } from '#server/db.server.ts';
import { gather } from './gather.server.ts';
import { type JobFacts, readFacts } from './job-facts.server.ts';
import { judgePast, type Past } from './judge-past.server.ts';
import { nextInstants } from './next-instants.server.ts';
import { settlePast } from './settle-past.server.ts';
import { lateLimitOf } from './late-limit.server.ts';
import type { Plan, ScheduleMath } from './types.ts';
import { readVersionsInForce } from './versions-in-force.server.ts';

interface Ask {
  jobId: number;
  now: number;
  math: ScheduleMath;
  graceMs?: number;
  inHand?: number[];
}

/**
 * What a job's chain does next. First settles the past: fires that are due and have no row get one, but for one
 * that may still run, which is answered first (see NextFire). Questions asked within 5 ms are answered together.
 *
 * @param inHand instants that the asker holds already: others are named
 * @param graceMs how long a fire may wait for a worker; 20 s more and it no longer runs as scheduled
 */
export async function planFires(ask: Ask): Promise<Plan> {
  return planTogether(ask);
}

const planTogether = gather<Ask, Plan>({ waitMs: 5, max: 200, run: planAll });

async function planAll(asks: Ask[]): Promise<(ask: Ask) => Plan> {
  const first = await look(asks);
  const unsettled = asks.filter((ask) => isUnsettled(first, ask));
  if (unsettled.length === 0) return (ask) => planOf(first, ask);
  for (const group of groupsOf(unsettled)) await settlePast(group);
  const second = await look(unsettled);
  return (ask) => planOf(unsettled.includes(ask) ? second : first, ask);
}

type Look = Awaited<ReturnType<typeof look>>;

async function look(asks: Ask[]) {
  const client = openPool();
  const jobs = await readFacts({ client, jobIds: asks.map(({ jobId }) => jobId) });
  return { jobs, versions: await readVersionsInForce({ client, jobs: [...jobs.values()] }) };
}

function pastOf({ jobs, versions }: Look, { jobId, now, math, graceMs }: Ask): Past | null {
  const job = jobs.get(jobId);
  if (!job) return null;
  return judgePast({
    accountedUntil: job.accountedUntil.getTime(),
    versions: versions.get(jobId) ?? [],
    until: now,
    now,
    math,
    lateLimitMs: lateLimitOf(graceMs),
    catchUp: job.catchUp,
  });
}

/** A job whose past cannot be judged fails when its own answer is made, not with the whole batch. */
function isUnsettled(seen: Look, ask: Ask): boolean {
  try {
    return (pastOf(seen, ask)?.missed.length ?? 0) > 0;
  } catch {
    return false;
  }
}

function planOf(seen: Look, ask: Ask): Plan {
  const job = seen.jobs.get(ask.jobId);
  if (!job) return { kind: 'gone' };
  const due = pastOf(seen, ask)?.candidate;
  const after = Math.max(ask.now, job.accountedUntil.getTime());
  const ahead = nextInstants({ job, after, count: due ? 1 : 2, math: ask.math });
  const fires = [...(due ? [due.scheduledFor] : []), ...ahead].map((scheduledFor) => ({ scheduledFor }));
  return fires.length > 0
    ? { kind: 'fires', fires, ...plannedJob(job) }
    : { kind: 'idle', ...plannedJob(job) };
}

function plannedJob(job: JobFacts) {
  const { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, overlap, lastOutcome } = job;
  return { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, overlap, lastOutcome };
}

/** One settlement for all that ask by the same clock reading and arithmetic. */
function groupsOf(asks: Ask[]) {
  const [first] = asks;
  if (!first) return [];
  const maths = [...new Set(asks.map(({ math }) => math))];
  return maths.map((math) => {
    const same = asks.filter((ask) => ask.math === math);
    return {
      jobIds: same.map(({ jobId }) => jobId),
      now: Math.min(...same.map(({ now }) => now)),
      math,
      lateLimitMs: Math.max(...same.map(({ graceMs }) => lateLimitOf(graceMs))),
    };
  });
}
