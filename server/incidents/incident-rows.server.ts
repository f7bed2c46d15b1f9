import { decisiveOpenings } from '#domain/incidents/incident.ts';
import { bool, columns, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ClosedIncident, OpenedIncident } from './types.ts';

/** Characters of a verdict that an incident keeps as its cause. */
const longestCause = 1_000;

/** The newest incident of a job. Instants are UTC milliseconds. */
export interface LatestIncident {
  jobId: number;
  id: number;
  executionId: number;
  isOpen: boolean;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
  /** Not null while the job is flapping. */
  flappingUntil: number | null;
  /** Instants of its last openings, newest first. */
  openings: number[];
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::int8`;

// The open one of a job, else its newest: a result that was recorded late may have opened one with an earlier instant.
// Each by its own index: a job that flaps for months has thousands.
export const latestIncidentsStatement: Statement = {
  name: 'incidents-latest',
  text: `
    select i."jobId", i."id", i."executionId", i."closedAt" is null as "isOpen",
      ${milliseconds('i."acknowledgedAt"')} as "acknowledgedAt", ${milliseconds('i."snoozedUntil"')} as "snoozedUntil",
      ${milliseconds('i."flappingUntil"')} as "flappingUntil",
      array(
        select ${milliseconds('o."openedAt"')} from "Incident" o
        where o."jobId" = i."jobId" order by o."openedAt" desc limit $2
      ) as "openings"
    from unnest($1::int[]) as t("jobId")
    cross join lateral (
      select x.* from (
        (select * from "Incident" o where o."jobId" = t."jobId" and o."closedAt" is null limit 1)
        union all
        (select * from "Incident" n where n."jobId" = t."jobId" order by n."openedAt" desc, n."id" desc limit 1)
      ) x
      order by x."closedAt" is null desc limit 1
    ) i`,
};

/** The newest incidents of jobs, by job; jobs without one are absent. */
export async function latestIncidents({
  client,
  jobs,
}: {
  client: Pick<Client, 'query'>;
  jobs: Map<number, number>;
}): Promise<Map<number, LatestIncident>> {
  const rows = await query<LatestIncident & { [column: string]: unknown }>({
    client,
    statement: latestIncidentsStatement,
    values: [[...jobs.keys()], decisiveOpenings],
  });
  return new Map(rows.map((row) => [row.jobId, { ...row, openings: row.openings.map(Number) }]));
}

/** An incident to open. Instants are UTC milliseconds. */
export interface NewIncident {
  jobId: number;
  executionId: number;
  openedAt: number;
  startedAt: number;
  failures: number;
  isFlapping: boolean;
  flappingUntil: number | null;
  /** Not null if its job succeeded in the same batch. */
  closedAt: number | null;
}

const rowsOf = columns<NewIncident>({
  jobId: int(({ jobId }) => jobId),
  executionId: int8(({ executionId }) => executionId),
  openedAt: int8(({ openedAt }) => openedAt),
  startedAt: int8(({ startedAt }) => startedAt),
  failures: int(({ failures }) => failures),
  isFlapping: bool(({ isFlapping }) => isFlapping),
  flappingUntil: int8(({ flappingUntil }) => flappingUntil),
  closedAt: int8(({ closedAt }) => closedAt),
});

/** Asked within the write, so an account without subscriptions costs no statement. */
const subscribed = (owner: string) => `exists (
        select from "EventSubscription" s
        where s."ownerId" = ${owner} and s."deletedAt" is null
          and s."types" && array['incident.opened', 'incident.closed']) as "hasSubscribers"`;

// An execution whose end is written twice opens one incident. Flapping moves on to the newest incident of its job.
const insertStatement: Statement = {
  name: 'incidents-insert',
  text: `
    with moved as (
      update "Incident" set "flappingUntil" = null
      where "flappingUntil" is not null and "jobId" in (select t."jobId" from ${rowsOf.unnest} as t(${rowsOf.names}))
    )
    insert into "Incident" ("jobId", "ownerId", "executionId", "openedAt", "startedAt", "causeCode", "causeText",
      "failures", "isFlapping", "flappingUntil", "closedAt", "closeReason")
    select t."jobId", j."ownerId", t."executionId", to_timestamp(t."openedAt" / 1000.0),
      to_timestamp(t."startedAt" / 1000.0), e."errorCode", left(e."verdict", ${longestCause}), t."failures",
      t."isFlapping", to_timestamp(t."flappingUntil" / 1000.0), to_timestamp(t."closedAt" / 1000.0),
      case when t."closedAt" is not null then 'recovered' end
    from ${rowsOf.unnest} as t(${rowsOf.names})
    join "Job" j on j."id" = t."jobId"
    join "Execution" e on e."id" = t."executionId"
    on conflict do nothing
    returning "id", "jobId", "ownerId", "executionId", ${milliseconds('"openedAt"')} as "openedAt", "causeCode",
      "causeText", "isFlapping", ${subscribed('"Incident"."ownerId"')}`,
};

/** Opens incidents; of one job, all but the last are already closed. Returns those that were not opened before. */
export async function insertIncidents({
  client,
  incidents,
}: {
  client: Pick<Client, 'query'>;
  incidents: NewIncident[];
}): Promise<OpenedIncident[]> {
  if (incidents.length === 0) return [];
  return query<OpenedIncident & { [column: string]: unknown }>({
    client,
    statement: insertStatement,
    values: rowsOf.values(incidents),
  });
}

interface Closing {
  id: number;
  at: number;
  failures: number;
}

const closingRows = columns<Closing>({
  id: int(({ id }) => id),
  at: int8(({ at }) => at),
  failures: int(({ failures }) => failures),
});

const closeStatement: Statement = {
  name: 'incidents-close',
  text: `
    update "Incident" i set "closedAt" = to_timestamp(t."at" / 1000.0), "closeReason" = 'recovered',
      "failures" = t."failures", "snoozedUntil" = null
    from ${closingRows.unnest} as t(${closingRows.names})
    where i."id" = t."id" and i."closedAt" is null
    returning i."id", i."jobId", i."ownerId", ${milliseconds('i."openedAt"')} as "openedAt",
      ${milliseconds('i."closedAt"')} as "closedAt", i."closeReason", i."failures", ${subscribed('i."ownerId"')}`,
};

/** Closes incidents whose jobs succeed again. */
export async function closeIncidents({
  client,
  incidents,
}: {
  client: Pick<Client, 'query'>;
  incidents: Closing[];
}): Promise<ClosedIncident[]> {
  if (incidents.length === 0) return [];
  return query<ClosedIncident & { [column: string]: unknown }>({
    client,
    statement: closeStatement,
    values: closingRows.values(incidents),
  });
}
