import { firesBetween } from '#domain/schedule.ts';
import { db, openPool } from '#server/db.server.ts';
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

export const railStatement: Statement = {
  name: 'ledger-hour-rail',
  text: `
    select e."dueAt", e."outcome"
    from "Job" j
    cross join lateral (
      select x."dueAt", x."outcome" from "Execution" x
      where x."jobId" = j."id" and x."trigger" <> 'test' and x."dueAt" > $2 and x."dueAt" <= $3
        and (x."outcome" is null or x."outcome" not in ('skipped', 'missed'))
    ) e
    where j."ownerId" = $1 and j."deletedAt" is null`,
};

/** @returns null for an owner without jobs */
export async function hourRail({ ownerId, now }: { ownerId: number; now: number }): Promise<HourRail | null> {
  const jobs = await db().job.findMany({
    where: { ownerId, deletedAt: null },
    select: {
      name: true,
      status: true,
      pausedUntil: true,
      cronExpression: true,
      timeZone: true,
      state: { select: { nextRunAt: true } },
    },
  });
  if (jobs.length === 0) return null;
  const calls = await query<{ dueAt: Date; outcome: string | null }>({
    client: openPool(),
    statement: railStatement,
    values: [ownerId, new Date(now - hourMs), new Date(now)],
  });
  return { now, past: pastMinutes(calls), due: dueMinutes({ jobs, now }), next: nextOf({ jobs, now }) };
}

interface RailJob {
  name: string;
  status: string;
  pausedUntil: Date | null;
  cronExpression: string | null;
  timeZone: string;
  state: { nextRunAt: Date | null } | null;
}

function pastMinutes(calls: { dueAt: Date; outcome: string | null }[]): HourRail['past'] {
  const minutes = new Map<number, HourRail['past'][number]>();
  for (const { dueAt, outcome } of calls) {
    const at = Math.floor(dueAt.getTime() / minuteMs) * minuteMs;
    const minute = minutes.get(at) ?? { at, success: 0, failed: 0, open: 0 };
    minute[outcome === null ? 'open' : outcome === 'success' ? 'success' : 'failed'] += 1;
    minutes.set(at, minute);
  }
  return [...minutes.values()].sort((a, b) => a.at - b.at);
}

function dueMinutes({ jobs, now }: { jobs: RailJob[]; now: number }): HourRail['due'] {
  const minutes = new Map<number, number>();
  for (const { cronExpression: cron, timeZone, status, pausedUntil } of jobs) {
    if (cron === null || (status !== 'active' && (status !== 'paused' || pausedUntil === null))) continue;
    const after = status === 'paused' ? Math.max(now, (pausedUntil?.getTime() ?? 0) - 1) : now;
    for (const at of firesBetween({ cron, timeZone, after, until: now + hourMs, limit: 60 })) {
      minutes.set(at, (minutes.get(at) ?? 0) + 1);
    }
  }
  return [...minutes].map(([at, count]) => ({ at, count })).sort((a, b) => a.at - b.at);
}

function nextOf({ jobs, now }: { jobs: RailJob[]; now: number }): HourRail['next'] {
  let next: HourRail['next'] = null;
  for (const { name, state } of jobs) {
    const at = state?.nextRunAt?.getTime();
    if (at !== undefined && at > now && (next === null || at < next.at)) next = { name, at };
  }
  return next;
}
