import { getPool } from '#server/database/db.server.ts';
import { eventColumns, eventConditions, type EventQuery, type EventRow } from './event-conditions.server.ts';

/** Limit of the pages; the export has all entries. */
export const countedEvents = 1_000_000;
/** A search covers this many of the newest entries of the type; the export covers all. */
export const searchedEvents = 100_000;

/**
 * A page of the security log, newest first.
 * @param page from 1
 * @returns `total` goes up to 1,000,000; of a search, up to what the newest 100,000 hold
 */
export async function listEvents({
  page,
  perPage,
  ...asked
}: EventQuery & { page: number; perPage: number }): Promise<{ events: EventRow[]; total: number }> {
  const skip = (page - 1) * perPage;
  const { rows } = await getPool().query<{ total: number; ids: number[] | null }>(
    ...foundText({ ...asked, skip, take: perPage }),
  );
  const { total = 0, ids } = rows[0] ?? {};
  if (!ids || ids.length === 0) return { events: [], total };
  const events = await getPool().query<EventRow>(
    `select ${eventColumns} from "SecurityEvent" e where e."id" = any($1::int8[]) order by e."at" desc, e."id" desc`,
    [ids],
  );
  return { events: events.rows, total };
}

const newestFirst = `order by e."at" desc, e."id" desc`;

/** The statement that finds the ids of a page, exported for the test of its plan. */
export function foundText({
  skip,
  take,
  ...asked
}: EventQuery & { skip: number; take: number }): [text: string, values: unknown[]] {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const { ofType, found } = eventConditions({ ...asked, value });
  const window = `limit ${value(take)}::int offset ${value(skip)}::int`;
  const text =
    asked.search === ''
      ? `select
           (select count(*) from
             (select from "SecurityEvent" e where ${ofType} limit ${countedEvents}) counted) as "total",
           array(select e."id" from "SecurityEvent" e where ${ofType} ${newestFirst} ${window}) as "ids"`
      : `with newest as (select e.* from "SecurityEvent" e where ${ofType} ${newestFirst} limit ${searchedEvents}),
         hits as materialized (select e."id", e."at" from newest e where ${found})
         select (select count(*) from hits) as "total",
           array(select e."id" from hits e ${newestFirst} ${window}) as "ids"`;
  return [text, values];
}
