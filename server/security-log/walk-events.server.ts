import { getPool } from '#server/database/db.server.ts';
import { eventColumns, eventConditions, type EventQuery, type EventRow } from './event-conditions.server.ts';

const pageSize = 2_000;

/**
 * All entries of a query, newest first, page by page. Each statement covers 2,000 entries of the type, however few
 * match: none of them takes long. A page may be empty, so the reader can stop between any two.
 */
export async function* walkEvents(query: EventQuery): AsyncGenerator<EventRow[]> {
  // Entries added during the walk are newer than its start.
  let before = { at: 'infinity', id: '9223372036854775807' };
  for (;;) {
    const values: unknown[] = [];
    const value = (given: unknown) => `$${values.push(given)}`;
    const { ofType, found } = eventConditions({ ...query, value });
    const place = `(${value(before.at)}::timestamptz, ${value(before.id)}::int8)`;
    const { rows } = await getPool().query<EventRow & { place: string; isFound: boolean }>(
      `select ${eventColumns}, e."at"::text as "place", ${found} as "isFound" from "SecurityEvent" e
       where ${ofType} and (e."at", e."id") < ${place}
       order by e."at" desc, e."id" desc limit ${pageSize}`,
      values,
    );
    const events = rows.filter(({ isFound }) => isFound);
    yield events.map(({ place: _place, isFound: _isFound, ...event }) => event);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    before = { at: last.place, id: String(last.id) };
  }
}
