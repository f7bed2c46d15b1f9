import type { Problem, Stage } from '../history/run-history.ts';
import { world } from '../world/shared.ts';

/** A request, as a witness in the database saw it take effect. */
export interface Change {
  seq: number;
  at: number;
  jobId: number;
  version: number;
  status: 'active' | 'paused' | 'inactive';
  pausedUntil: number | null;
  cron: string | null;
  timeZone: string;
  overlap: 'skip' | 'queue' | 'allow';
  catchUp: 'last' | 'none' | 'all';
  retryCount: number;
  timeoutSeconds: number;
  isDeleted: boolean;
}

export interface Row {
  id: number;
  jobId: number;
  trigger: 'schedule' | 'catch_up' | 'manual' | 'api' | 'replay';
  scheduledFor: number | null;
  dueAt: number;
  jobVersion: number;
  outcome: string | null;
  reason: string | null;
  claimedAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  latenessMs: number | null;
  attemptCount: number;
  retryAt: number | null;
  deadlineAt: number | null;
  statusCode: number | null;
  missedUntil: number | null;
  missedCount: number | null;
  attempts: { number: number; errorCode: string | null; statusCode: number | null; endedAt: number | null }[];
}

export interface JobRow {
  id: number;
  name: string;
  status: string;
  cron: string | null;
  timeZone: string;
  desiredVersion: number;
  appliedVersion: number;
  isDeleted: boolean;
  pausedUntil: number | null;
  accountedUntil: number;
  failureStreak: number;
}

/** A claim of an attempt, as a witness saw it. */
export interface Claim {
  at: number;
  executionId: number;
  number: number;
  workerId: string;
}

/** A worker's right to call from then on. */
export interface Lease {
  at: number;
  workerId: string;
  until: number;
  isSettled: boolean;
}

export interface Ended {
  /** Null where no execution ended, but the pause the engine had set: its failures count no more. */
  executionId: number | null;
  jobId: number;
  is: string;
  at: number;
  tx: string;
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Input of the rules about a history at rest. */
export async function readFacts({ target, problems, stopped, hurried, restores }: Stage) {
  const { database, clock, server } = world();
  const ask = async <Kind>(text: string) => (await database.ask(text)) as Kind[];
  const jobs = await ask<JobRow>(
    `select j."id", j."name", j."status", j."cronExpression" as "cron", j."timeZone", j."desiredVersion",
       j."appliedVersion", j."deletedAt" is not null as "isDeleted", ${ms('j."pausedUntil"')} as "pausedUntil",
       ${ms('s."accountedUntil"')} as "accountedUntil", s."failureStreak"
     from "Job" j join "JobState" s on s."jobId" = j."id" order by j."id"`,
  );
  const rows = await ask<Row>(
    `select e."id", e."jobId", e."trigger", ${ms('e."scheduledFor"')} as "scheduledFor", ${ms('e."dueAt"')} as "dueAt",
       e."jobVersion", e."outcome", e."reason", ${ms('e."claimedAt"')} as "claimedAt",
       ${ms('e."startedAt"')} as "startedAt", ${ms('e."endedAt"')} as "endedAt", e."latenessMs", e."attemptCount",
       ${ms('e."retryAt"')} as "retryAt", ${ms('e."deadlineAt"')} as "deadlineAt", e."statusCode",
       ${ms('e."missedUntil"')} as "missedUntil", e."missedCount",
       coalesce((select json_agg(json_build_object('number', a."number", 'errorCode', a."errorCode",
         'statusCode', a."statusCode", 'endedAt', ${ms('a."endedAt"')}) order by a."number")
         from "Attempt" a where a."executionId" = e."id"), '[]') as "attempts"
     from "Execution" e order by e."id"`,
  );
  return {
    now: clock.now(),
    jobs,
    rows,
    changes: await ask<Change>(
      `select "seq", "at", "jobId", "version", "status", ${ms('"pausedUntil"')} as "pausedUntil", "cron", "timeZone",
         "overlap", "catchUp", "retryCount", "timeoutSeconds", "isDeleted" from model.change order by "seq"`,
    ),
    claims: await ask<Claim>('select * from model.attempt order by "seq"'),
    leases: await ask<Lease>('select * from model.lease order by "seq"'),
    /** Versions the relay or a push has recorded as known to Temporal. */
    applied: await ask<{ jobId: number; version: number; at: number }>('select * from model.applied'),
    reported: server.reported,
    residencies: await ask<{ jobId: number; isLive: boolean }>(
      `select r."jobId", exists (
         select from "Worker" w
         where w."id" = r."workerId" and w."settledAt" is null and w."leaseUntil" > model.clock_timestamp()
       ) as "isLive" from "Residency" r`,
    ),
    ended: await ask<Ended>('select *, "tx"::text from model.ended order by "seq"'),
    broken: (await ask<{ text: string }>('select * from model.violation')).map(({ text }) => text),
    stats: await ask<Record<string, number> & { day: string }>('select *, "day"::text from "DailyStat"'),
    skips: await ask<{ jobId: number; at: number; scheduledFor: number }>('select * from model.skip'),
    settled: new Map(
      (
        await ask<{ id: string; at: number | null }>(
          `select "id", ${ms('"settledAt"')} as "at" from "Worker"`,
        )
      ).map(({ id, at }) => [id, at]),
    ),
    arrivals: target.arrivals,
    problems,
    /** Executions whose owner wanted no further attempt. */
    stopped,
    /** Executions whose owner wanted the next attempt at once. */
    hurried,
    restores,
  };
}

/** A job that was paused just before may still be about to leave its worker. */
const leaveMs = 10_000;

/** Time after the end of a failure until everything is as before. */
const restMs = 120_000;

const isAround =
  (at: number) =>
  ({ from, until }: Problem) =>
    from - 90_000 <= at && at <= until + restMs;

/** Reports whether something was made to fail around that time. */
export const isTroubled = ({ problems }: Facts, at: number) => problems.some(isAround(at));

/**
 * Reports whether an instant may be late or missing: something failed around that time. A job that a worker held when
 * Temporal went away, or when that worker was told to stop, has no such excuse, unless it was paused just before.
 */
export function mayBeLate({ problems, changes }: Facts, { jobId, at }: { jobId: number; at: number }) {
  return problems.filter(isAround(at)).some(({ from, residents }) => {
    const before = changes.filter((change) => change.jobId === jobId && change.at <= from);
    const recent = before.filter((_, index) => (before[index + 1]?.at ?? Infinity) >= from - leaveMs);
    return !residents.has(jobId) || recent.some((change) => !isActiveIn(change, from) || !change.cron);
  });
}

/**
 * Reports whether the job has had no fire since all residencies were deleted, while or soon before a worker forgot its
 * jobs. Such a job is found only when it is due.
 */
export function isForgotten(
  { problems, rows }: Facts,
  { jobId, at }: { jobId: number; at: number },
): boolean {
  const hasFiredSince = (from: number) =>
    rows.some(
      ({ jobId: id, scheduledFor }) =>
        id === jobId && scheduledFor !== null && from < scheduledFor && scheduledFor < at,
    );
  return problems.some(
    ({ kind, from, leastUntil }) =>
      kind === 'vacate' &&
      from < at &&
      problems.some((other) => other.kind === 'memory' && other.from <= leastUntil && other.until >= from) &&
      !hasFiredSince(from),
  );
}

/** Reports whether the job was changed around that time. */
export const isUnsettled = ({ changes }: Facts, { jobId, at }: { jobId: number; at: number }) =>
  changes.some((change) => change.jobId === jobId && at - 10_000 <= change.at && change.at <= at + 40_000);

export const clockOf = (at: number | null) =>
  at === null ? 'never' : new Date(at).toISOString().slice(5, 23).replace('T', ' ');

export function isActiveIn({ status, pausedUntil, isDeleted }: Change, at: number): boolean {
  if (isDeleted) return false;
  return status === 'active' || (status === 'paused' && pausedUntil !== null && pausedUntil <= at);
}
