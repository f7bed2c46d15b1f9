import type { SecurityEventType } from '#domain/security-event.ts';
import { escapeLike } from '#server/database/escape-like.server.ts';
import type { SecurityEvent } from '#server/generated/client.ts';

/** Query of the security log. */
export interface EventQuery {
  type: SecurityEventType | null;
  /** Search text, case-insensitive; empty for all. */
  search: string;
  /** Entries from this instant on; null or absent for all. */
  from?: Date | null;
  /** Entries before this instant; null or absent for all. */
  until?: Date | null;
}

/** An entry for readers. */
export type EventRow = Omit<SecurityEvent, 'id'> & { id: number };

export const eventColumns = [
  ...['id', 'at', 'type', 'code', 'message', 'path', 'actorId', 'subjectId', 'requestId', 'ip', 'userAgent'],
  'count',
]
  .map((name) => `e."${name}"`)
  .join(', ');

const searched = ['message', 'path', 'code', 'ip', 'userAgent', 'requestId'];

/**
 * The conditions of a query as SQL on "SecurityEvent" e.
 * @param value adds a value and returns its parameter, such as $1
 */
export function eventConditions({
  type,
  search,
  from = null,
  until = null,
  value,
}: EventQuery & { value: (given: unknown) => string }): { ofType: string; found: string } {
  const like = search === '' ? '' : value(`%${escapeLike(search)}%`);
  const narrowed = [
    ...(type ? [`e."type" = ${value(type)}::"SecurityEventType"`] : []),
    ...(from ? [`e."at" >= ${value(from)}::timestamptz`] : []),
    ...(until ? [`e."at" < ${value(until)}::timestamptz`] : []),
  ];
  return {
    ofType: narrowed.join(' and ') || 'true',
    found: like ? `(${searched.map((name) => `e."${name}" ilike ${like}`).join(' or ')})` : 'true',
  };
}
