import { firesBetween } from '#domain/schedule.ts';
import { openPool } from '#server/db.server.ts';
import { query, type Statement } from './transaction.server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The hour before and after now over all jobs of an owner, by minutes; minutes without a call are left out. */
export interface HourRail {
  now: number;
  past: { at: number; success: number; failed: number; open: number }[];
  due: { at: number; count: number }[];
  next: { name: string; at: number } | null;
}

/** By minutes already: a thousand minutely jobs have 60,000 calls an hour. */
export const railStatement: Statement = {
  name: 'ledger-hour-rail',
  text: `
    select (floor(extract(epoch from e."dueAt") / 60) * 60000)::int8 as "at",
      count(*) filter (where e."outcome" = 'success') as "success",
      count(*) filter (where e."outcome" <> 'success') as "failed",
      count(*) filter (where e."outcome" is null) as "open"
    from "Job" j
    cross join lateral (
      select x."dueAt", x."outcome" from "Execution" x
      where x."jobId" = j."id" and x."trigger" <> 'test' and x."dueAt" > $2 and x."dueAt" <= $3
        and (x."outcome" is null or x."outcome" not in ('skipped', 'missed'))
    ) e
    where j."ownerId" = $1 and j."deletedAt" is null
    group by 1 order by 1`,
};

/** Jobs that are due within the hour, those with one schedule together. */
const dueStatement: Statement = {
  name: 'ledger-hour-due',
  text: `
    select j."cronExpression" as "cron", j."timeZone", j."pausedUntil", count(*) as "jobs"
    from "Job" j join "JobState" s on s."jobId" = j."id"
    where j."ownerId" = $1 and j."deletedAt" is null and j."cronExpression" is not null
      and s."nextRunAt" <= $2 and (j."status" = 'active' or (j."status" = 'paused' and j."pausedUntil" is not null))
    group by 1, 2, 3`,
};

const nextStatement: Statement = {
  name: 'ledger-hour-next',
  text: `
    select j."name", s."nextRunAt" as "at"
    from "Job" j left join "JobState" s on s."jobId" = j."id" and s."nextRunAt" > $2
    where j."ownerId" = $1 and j."deletedAt" is null
    order by s."nextRunAt" nulls last limit 1`,
};

/** @returns null for an owner without jobs */
export async function hourRail({ ownerId, now }: { ownerId: number; now: number }): Promise<HourRail | null> {
  const client = openPool();
  const [past, due, [next]] = await Promise.all([
    query<HourRail['past'][number]>({
      client,
      statement: railStatement,
      values: [ownerId, new Date(now - hourMs), new Date(now)],
    }),
    query<DueJobs>({ client, statement: dueStatement, values: [ownerId, new Date(now + hourMs)] }),
    query<{ name: string; at: Date | null }>({
      client,
      statement: nextStatement,
      values: [ownerId, new Date(now)],
    }),
  ]);
  if (!next) return null;
  const { name, at } = next;
  return { now, past, due: dueMinutes({ due, now }), next: at && { name, at: at.getTime() } };
}

interface DueJobs {
  cron: string;
  timeZone: string;
  pausedUntil: Date | null;
  jobs: number;
}

function dueMinutes({ due, now }: { due: DueJobs[]; now: number }): HourRail['due'] {
  const minutes = new Map<number, number>();
  for (const { cron, timeZone, pausedUntil, jobs } of due) {
    const after = Math.max(now, (pausedUntil?.getTime() ?? 0) - 1);
    for (const at of firesBetween({ cron, timeZone, after, until: now + hourMs, limit: 60 })) {
      minutes.set(at, (minutes.get(at) ?? 0) + jobs);
    }
  }
  return [...minutes].map(([at, count]) => ({ at, count })).sort((a, b) => a.at - b.at);
}
