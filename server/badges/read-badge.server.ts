import { badgeState, type BadgeState } from '#domain/badge.ts';
import type { JobStatus } from '#domain/job/choices.ts';
import type { Outcome } from '#domain/outcome.ts';
import { minuteMs } from '#domain/time/units.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { scheduledTriggers } from '#server/database/sql-lists.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** Public content of a badge, for anyone with its address. */
export interface Badge {
  name: string;
  state: BadgeState;
}

/** A fire without a record this long after its instant makes a badge late: then the watchdog checks it too. */
export const overdueShownMs = minuteMs;

const badgeStatement: Statement = {
  name: 'job-badge',
  text: `
    select j."name", j."status", j."pausedUntil", s."lastOutcome", now() as "readAt",
      coalesce(s."nextRunAt" < now() - interval '${overdueShownMs} milliseconds' and not exists (
        select from "Execution" e
        where e."jobId" = j."id" and e."scheduledFor" = s."nextRunAt" and e."trigger" in ${scheduledTriggers}
      ), false) as "isOverdue"
    from "JobBadge" b join "Job" j on j."id" = b."jobId" left join "JobState" s on s."jobId" = j."id"
    where b."token" = $1 and j."deletedAt" is null`,
};

interface Row {
  name: string;
  status: JobStatus;
  pausedUntil: Date | null;
  lastOutcome: Outcome | null;
  readAt: Date;
  isOverdue: boolean;
}

/** The badge of a token; null if there is none, or it was removed. */
export async function readBadge(token: string): Promise<Badge | null> {
  if (!/^[\w-]{27}$/.test(token)) return null;
  const [row] = await query<Row>({ client: getPool(), statement: badgeStatement, values: [token] });
  if (!row) return null;
  return { name: row.name, state: badgeState({ ...row, now: row.readAt.getTime() }) };
}

/** The token of a job's badge, for its owner; null while it has none. */
export async function badgeTokenOf({
  ownerId,
  jobId,
}: {
  ownerId: number;
  jobId: number;
}): Promise<string | null> {
  const badge = await db().jobBadge.findFirst({ where: { jobId, job: { ownerId, deletedAt: null } } });
  return badge?.token ?? null;
}
