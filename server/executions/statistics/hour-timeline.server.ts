import { nextRun } from '#domain/schedule/next-run.ts';
import { firesBetween } from '#domain/schedule/schedule.ts';
import { hourMs, minuteMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** The hour before and after now over all jobs of an owner, by minutes; minutes without a call are left out. */
export interface HourTimelineData {
  now: number;
  past: { at: number; success: number; failed: number; open: number }[];
  due: { at: number; count: number }[];
  next: { name: string; at: number } | null;
}

/** Completed executions by minute (count-minutes). */
export const timelineStatement: Statement = {
  name: 'ledger-hour-rail',
  text: `
    select (extract(epoch from m."minute") * 1000)::int8 as "at", sum(m."success")::int8 as "success",
      sum(m."failed")::int8 as "failed"
    from "OwnerMinute" m
    where m."ownerId" = $1 and m."minute" > $2 and m."minute" <= $3
    group by m."minute" order by m."minute"`,
};

/** Open executions: few rows over all owners compared with completed ones. */
export const unfinishedStatement: Statement = {
  name: 'ledger-hour-open',
  text: `
    select (floor(extract(epoch from e."dueAt") / 60) * 60000)::int8 as "at", count(*) as "open"
    from "Execution" e join "Job" j on j."id" = e."jobId"
    where e."outcome" is null and e."trigger" <> 'test' and e."dueAt" > $2 and e."dueAt" <= $3
      and j."ownerId" = $1 and j."deletedAt" is null
    group by 1`,
};

/** Schedules of active jobs and of jobs with a timed pause, most shared first. */
const dueStatement: Statement = {
  name: 'ledger-hour-due',
  text: `
    select j."cronExpression" as "cron", j."timeZone", j."pausedUntil", count(*) as "jobs"
    from "Job" j
    where j."ownerId" = $1 and j."deletedAt" is null and j."cronExpression" is not null
      and (j."status" = 'active' or j."pausedUntil" is not null)
    group by 1, 2, 3 order by 4 desc limit 1000`,
};

/** Fires of the hour that their owner skipped. */
const skippedStatement: Statement = {
  name: 'ledger-hour-skipped',
  text: `
    select j."cronExpression" as "cron", j."timeZone", j."pausedUntil", k."scheduledFor" as "at"
    from "Skip" k join "Job" j on j."id" = k."jobId"
    where k."scheduledFor" > $2 and k."scheduledFor" <= $3 and j."ownerId" = $1 and j."deletedAt" is null
      and j."cronExpression" is not null and (j."status" = 'active' or j."pausedUntil" is not null)
    limit 1000`,
};

/** Number of the soonest jobs to read: the owner may have skipped the next fire of some. */
const candidates = 20;

const nextStatement: Statement = {
  name: 'ledger-hour-next',
  text: `
    select j."name", j."cronExpression" as "cron", j."timeZone", s."nextRunAt" as "at",
      array(
        select k."scheduledFor" from "Skip" k where k."jobId" = j."id" and k."scheduledFor" >= s."nextRunAt"
      ) as "skips"
    from "JobState" s join "Job" j on j."id" = s."jobId"
    where s."ownerId" = $1 and s."nextRunAt" > $2 and j."deletedAt" is null
    order by s."nextRunAt", s."jobId" limit ${candidates}`,
};

/**
 * Counts by minutes; of an owner with more than 1,000 different schedules those that most jobs share.
 * @returns null for an owner without jobs
 */
export async function hourTimeline({
  ownerId,
  now,
}: {
  ownerId: number;
  now: number;
}): Promise<HourTimelineData | null> {
  const client = getPool();
  const hour = [ownerId, new Date(now - hourMs), new Date(now)];
  const [ended, open, due, skipped, next] = await Promise.all([
    query<{ at: number; success: number; failed: number }>({
      client,
      statement: timelineStatement,
      values: hour,
    }),
    query<{ at: number; open: number }>({ client, statement: unfinishedStatement, values: hour }),
    query<DueJobs>({ client, statement: dueStatement, values: [ownerId] }),
    query<SkippedFire>({
      client,
      statement: skippedStatement,
      values: [ownerId, new Date(now), new Date(now + hourMs)],
    }),
    query<NextJob>({ client, statement: nextStatement, values: [ownerId, new Date(now)] }),
  ]);
  if (due.length === 0 && !(await hasJobs({ ownerId }))) return null;
  return {
    now,
    past: mergeMinutes({ ended, open }),
    due: dueMinutes({ due, skipped, now }),
    next: soonest(next),
  };
}

interface NextJob {
  name: string;
  cron: string | null;
  timeZone: string;
  at: Date;
  skips: Date[];
}

function soonest(jobs: NextJob[]): HourTimelineData['next'] {
  const runs = jobs.flatMap(({ name, cron, timeZone, at, skips: skipped }) => {
    const skips = skipped.map((skip) => skip.getTime());
    const run = nextRun({ cron, timeZone, nextFireAt: at.getTime(), skips });
    return run === null ? [] : [{ name, at: run }];
  });
  return runs.sort((a, b) => a.at - b.at)[0] ?? null;
}

const anyStatement: Statement = {
  name: 'ledger-hour-any',
  text: `select from "Job" where "ownerId" = $1 and "deletedAt" is null limit 1`,
};

async function hasJobs({ ownerId }: { ownerId: number }): Promise<boolean> {
  return (await query({ client: getPool(), statement: anyStatement, values: [ownerId] })).length > 0;
}

function mergeMinutes({
  ended,
  open,
}: {
  ended: { at: number; success: number; failed: number }[];
  open: { at: number; open: number }[];
}): HourTimelineData['past'] {
  const minutes = new Map(ended.map((minute) => [minute.at, { ...minute, open: 0 }]));
  for (const { at, open: count } of open) {
    minutes.set(at, { ...(minutes.get(at) ?? { at, success: 0, failed: 0 }), open: count });
  }
  return [...minutes.values()].sort((a, b) => a.at - b.at);
}

interface Scheduled {
  cron: string;
  timeZone: string;
  pausedUntil: Date | null;
}
type DueJobs = Scheduled & { jobs: number };
type SkippedFire = Scheduled & { at: Date };

function dueMinutes({
  due,
  skipped,
  now,
}: {
  due: DueJobs[];
  skipped: SkippedFire[];
  now: number;
}): HourTimelineData['due'] {
  const minutes = new Map<number, number>();
  const add = (at: number, jobs: number) => minutes.set(at, (minutes.get(at) ?? 0) + jobs);
  for (const job of due) for (const at of firesOf({ job, now })) add(at, job.jobs);
  // A skip outlives a change of the schedule that named its instant.
  for (const { at, ...job } of skipped)
    if (firesOf({ job, now }).includes(at.getTime())) add(at.getTime(), -1);
  return [...minutes]
    .map(([at, count]) => ({ at, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.at - b.at);
}

function firesOf({ job: { cron, timeZone, pausedUntil }, now }: { job: Scheduled; now: number }): number[] {
  const after = Math.max(now, (pausedUntil?.getTime() ?? 0) - 1);
  return hourFires({ cron, timeZone, now }).filter((at) => at > after && at <= now + hourMs);
}

const mostMinutes = 62;

let minute = 0;
let known = new Map<string, number[]>();

/**
 * The fires of a schedule within the hour after now, and some seconds before and after it: UTC milliseconds, oldest
 * first. Computed once a minute: many dashboards need the same schedules.
 */
function hourFires({ cron, timeZone, now }: { cron: string; timeZone: string; now: number }): number[] {
  const asked = Math.floor(now / minuteMs);
  if (asked !== minute) {
    minute = asked;
    known = new Map();
  }
  const key = `${cron} ${timeZone}`;
  const fires =
    known.get(key) ??
    firesBetween({
      ...{ cron, timeZone, after: asked * minuteMs - 1, until: (asked + mostMinutes - 1) * minuteMs },
      limit: mostMinutes,
    });
  known.set(key, fires);
  return fires;
}
