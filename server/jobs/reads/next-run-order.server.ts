import type { JobQuery } from '#domain/job/job-query.ts';
import { nextRun } from '#domain/schedule/next-run.ts';
import { hourMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { Prisma } from '#server/generated/client.ts';
import { idConditions, idleJobs, notIdle } from '#server/jobs/reads/job-conditions.server.ts';

interface Owned {
  ownerId: number;
  query: JobQuery;
}

/** Jobs whose next fire is skipped, with the run they are listed by; null where no fire is left. */
interface MovedRuns {
  ids: number[];
  runs: (Date | null)[];
}

/** Jobs whose next run is computed for one list, those of the soonest fires; others are sorted by their fire. */
const mostMoved = 500;

// A fire counts as next until it is claimed: well within this time.
const claimedMs = hourMs;

/** Reads which jobs run later than their next fire, because it is skipped. */
export async function movedRuns({ ownerId }: { ownerId: number }): Promise<MovedRuns> {
  const { text, values } = movedSql(ownerId);
  const { rows } = await getPool().query<{
    id: number;
    cron: string | null;
    timeZone: string;
    at: Date;
    skips: Date[];
  }>({ name: 'jobs-moved-runs', text, values });
  const runs = rows.map(({ cron, timeZone, at, skips }) => {
    const run = nextRun({
      ...{ cron, timeZone, nextFireAt: at.getTime() },
      skips: skips.map((skip) => skip.getTime()),
    });
    return run === null ? null : new Date(run);
  });
  return { ids: rows.map(({ id }) => id), runs };
}

const movedSql = (ownerId: number) => Prisma.sql`
  select j."id", j."cronExpression" as "cron", j."timeZone", s."nextRunAt" as "at",
    array(
      select l."scheduledFor" from "Skip" l where l."jobId" = j."id" and l."scheduledFor" >= s."nextRunAt"
    ) as "skips"
  from "Skip" k
    join "JobState" s on s."jobId" = k."jobId" and s."nextRunAt" = k."scheduledFor"
    join "Job" j on j."id" = k."jobId"
  where k."createdById" = ${ownerId} and k."scheduledFor" > ${new Date(Date.now() - claimedMs)}
    and j."ownerId" = ${ownerId} and j."deletedAt" is null and j."status" = 'active'
  order by k."scheduledFor" limit ${mostMoved}`;

/**
 * Jobs of a list by the instant in the column Next Run, as `from (…) n` with `n."id"` and `n."at"`: the next run, or
 * the end of a timed pause.
 * @param first limits each part: its order is that of an index, which is walked no further
 */
export function fromNextRuns({
  ownerId,
  query,
  moved,
  first,
}: Owned & { moved: MovedRuns; first?: number }): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  if (query.filter !== 'paused') parts.push(planned({ ownerId, query, moved }));
  if (query.filter !== 'paused' && moved.ids.length > 0) parts.push(later({ ownerId, query, moved }));
  if (query.filter !== 'active') parts.push(timedPauses({ ownerId, query }));
  const way = query.isDescending ? Prisma.sql`desc` : Prisma.sql`asc`;
  const cut =
    first === undefined ? Prisma.empty : Prisma.sql`order by "at" ${way}, "id" ${way} limit ${first}`;
  const cutParts = parts.map((part) => Prisma.sql`(${part} ${cut})`);
  return Prisma.sql`from (${Prisma.join(cutParts, ' union all ')}) n`;
}

function planned({ ownerId, query, moved: { ids } }: Owned & { moved: MovedRuns }): Prisma.Sql {
  const id = Prisma.sql`s."jobId"`;
  return Prisma.sql`
    select s."jobId" as "id", s."nextRunAt" as "at" from "JobState" s
    where s."ownerId" = ${ownerId} and s."nextRunAt" is not null
      ${ids.length > 0 ? Prisma.sql`and s."jobId" <> all(${ids}::int[])` : Prisma.empty}
      ${notIdle({ ownerId, id })} ${idConditions({ ownerId, query, id })}`;
}

const later = ({ ownerId, query, moved: { ids, runs } }: Owned & { moved: MovedRuns }) => Prisma.sql`
  select m."id", m."at" from unnest(${ids}::int[], ${runs}::timestamptz(3)[]) m("id", "at")
  where m."at" is not null ${idConditions({ ownerId, query, id: Prisma.sql`m."id"` })}`;

const timedPauses = ({ ownerId, query }: Owned) => Prisma.sql`
  select j."id", j."pausedUntil" as "at" from "Job" j
  where j."ownerId" = ${ownerId} and j."deletedAt" is null and j."pausedUntil" is not null
    ${idConditions({ ownerId, query, id: Prisma.sql`j."id"` })}`;

/** Ids of jobs with nothing under Next Run, deleted ones among them. */
export function withoutNextRun({
  ownerId,
  query: { filter },
  moved: { ids, runs },
}: Owned & { moved: MovedRuns }): Prisma.Sql {
  const idle = Prisma.sql`${idleJobs({ ownerId })} and j."pausedUntil" is null`;
  if (filter === 'paused') return idle;
  const ended = ids.filter((_, index) => runs[index] === null);
  const resting = Prisma.sql`
    select s."jobId" from "JobState" s where s."ownerId" = ${ownerId} and s."nextRunAt" is null
    ${notIdle({ ownerId, id: Prisma.sql`s."jobId"` })}
    ${ended.length > 0 ? Prisma.sql`union all select unnest(${ended}::int[])` : Prisma.empty}`;
  return filter === 'active' ? resting : Prisma.sql`${resting} union ${idle}`;
}
