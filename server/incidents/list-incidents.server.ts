import type { CloseReason, IncidentStatus } from '#domain/incidents/incident.ts';
import { getPool } from '#server/database/db.server.ts';

/** An incident of an account's jobs. */
export interface Incident {
  id: number;
  jobId: number;
  jobName: string;
  /** The job's zone, for its times. */
  timeZone: string;
  /** Null when the execution that opened it was removed. */
  executionId: number | null;
  openedAt: Date;
  /** When the first failure of the streak ended. */
  startedAt: Date;
  causeCode: string | null;
  causeText: string | null;
  /** Failures in a row, so far while it is open. */
  failures: number;
  closedAt: Date | null;
  closeReason: CloseReason | null;
  acknowledgedAt: Date | null;
  /** Email address of the person who acknowledged it. */
  acknowledgedBy: string | null;
  snoozedUntil: Date | null;
  snoozedBy: string | null;
  isFlapping: boolean;
}

const columns = `
  i."id", i."jobId", j."name" as "jobName", j."timeZone", e."id" as "executionId", i."openedAt", i."startedAt",
  i."causeCode", i."causeText",
  case when i."closedAt" is null then greatest(i."failures", s."failureStreak") else i."failures" end as "failures",
  i."closedAt", i."closeReason", i."acknowledgedAt", a."email" as "acknowledgedBy", i."snoozedUntil",
  z."email" as "snoozedBy", i."isFlapping"`;

const tables = `
  "Incident" i
  join "Job" j on j."id" = i."jobId" and j."deletedAt" is null
  left join "JobState" s on s."jobId" = i."jobId"
  left join "Execution" e on e."id" = i."executionId"
  left join "User" a on a."id" = i."acknowledgedById"
  left join "User" z on z."id" = i."snoozedById"`;

const conditions: Record<IncidentStatus | 'all', string> = {
  all: '',
  open: 'and i."closedAt" is null and i."acknowledgedAt" is null',
  acknowledged: 'and i."closedAt" is null and i."acknowledgedAt" is not null',
  closed: 'and i."closedAt" is not null',
};

export interface AskedIncidents {
  ownerId: number;
  status?: IncidentStatus | 'all';
  /** Part of the job's name. */
  search?: string;
  jobId?: number | null;
  /** From 1. */
  page: number;
  perPage: number;
}

/**
 * Incidents of an account's jobs that are not deleted: first the open ones, each group newest first.
 * @returns `total` counts all that match
 */
export async function listIncidents({
  ownerId,
  status = 'all',
  search = '',
  jobId = null,
  page,
  perPage,
}: AskedIncidents): Promise<{ incidents: Incident[]; total: number }> {
  const where = `
    i."ownerId" = $1 ${conditions[status]} and ($2 = '' or j."name" ilike $2) and ($3::int is null or i."jobId" = $3)`;
  const pattern = search === '' ? '' : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const values = [ownerId, pattern, jobId];
  const [list, count] = await Promise.all([
    getPool().query<Incident>({
      text: `
        select ${columns} from ${tables} where ${where}
        order by i."closedAt" is not null, i."openedAt" desc, i."id" desc limit $4 offset $5`,
      values: [...values, perPage, (page - 1) * perPage],
    }),
    getPool().query<{ total: number }>({
      text: `
        select count(*)::int as "total" from "Incident" i
        join "Job" j on j."id" = i."jobId" and j."deletedAt" is null where ${where}`,
      values,
    }),
  ]);
  return { incidents: list.rows, total: count.rows[0]?.total ?? 0 };
}

/** One incident; undefined if the account has none with this id. */
export async function findIncident({
  ownerId,
  incidentId,
}: {
  ownerId: number;
  incidentId: number;
}): Promise<Incident | undefined> {
  const { rows } = await getPool().query<Incident>({
    name: 'incidents-find',
    text: `select ${columns} from ${tables} where i."ownerId" = $1 and i."id" = $2`,
    values: [ownerId, incidentId],
  });
  return rows[0];
}

/** The open incident of a job; undefined if it has none. */
export async function findOpenIncident({
  ownerId,
  jobId,
}: {
  ownerId: number;
  jobId: number;
}): Promise<Incident | undefined> {
  const { rows } = await getPool().query<Incident>({
    name: 'incidents-find-open',
    text: `select ${columns} from ${tables} where i."jobId" = $2 and i."ownerId" = $1 and i."closedAt" is null`,
    values: [ownerId, jobId],
  });
  return rows[0];
}

const walkedAtOnce = 500;

/** Yields all incidents of a job, oldest first. Reads them in pages: a flapping job can have thousands. */
export async function* walkJobIncidents({
  ownerId,
  jobId,
}: {
  ownerId: number;
  jobId: number;
}): AsyncGenerator<Incident> {
  for (let last: Pick<Incident, 'openedAt' | 'id'> = { openedAt: new Date(0), id: 0 }; ;) {
    const { rows }: { rows: Incident[] } = await getPool().query<Incident>({
      name: 'incidents-of-job',
      text: `
        select ${columns} from ${tables}
        where i."jobId" = $2 and i."ownerId" = $1 and (i."openedAt", i."id") > ($3, $4)
        order by i."openedAt", i."id" limit $5`,
      values: [ownerId, jobId, last.openedAt, last.id, walkedAtOnce],
    });
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < walkedAtOnce) return;
    last = end;
  }
}

export const openIncidentsStatement = {
  name: 'incidents-count-open',
  text: `
    select count(*)::int as "total" from "Incident"
    where "ownerId" = $1 and "closedAt" is null and "acknowledgedAt" is null`,
};

/** Number of open incidents of an account that nobody has acknowledged. */
export async function countOpenIncidents({ ownerId }: { ownerId: number }): Promise<number> {
  const { rows } = await getPool().query<{ total: number }>({ ...openIncidentsStatement, values: [ownerId] });
  return rows[0]?.total ?? 0;
}
