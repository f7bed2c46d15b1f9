import { csvStream } from '#app/presenters/csv-stream.server.ts';
import type { Admin } from '#server/admin/types.ts';
import { now } from '#server/clock.server.ts';
import { db } from '#server/database/db.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import type { EventQuery, EventRow } from '#server/security-log/event-conditions.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { walkEvents } from '#server/security-log/walk-events.server.ts';

const columns = [
  ...['id', 'type', 'path', 'message', 'timestamp', 'ipAddress', 'userAgent'],
  ...['code', 'actorId', 'subjectId', 'requestId', 'count'],
];

/**
 * All matching entries of the security log as CSV, streamed while they are read; the export is itself an entry of the
 * log.
 * @throws AppError rate_limit: 5 exports an hour
 */
export async function streamLog({
  admin: { id: actorId, request },
  path,
  query,
}: {
  admin: Admin;
  path: string;
  query: EventQuery;
}): Promise<Response> {
  await consumeRateLimit({ limit: 'export', key: actorId, actorId, path, request });
  await recordEvent({
    tx: db(),
    code: 'export',
    actorId,
    path,
    request,
    details: { what: 'security log', ...(query.type && { type: query.type }) },
  });
  return new Response(csvStream({ columns, pages: walkEvents(query), toLine }), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="security-logs-${now().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

function toLine(event: EventRow): unknown[] {
  const { id, at, type, code, message, path, actorId, subjectId, requestId, ip, userAgent, count } = event;
  return [
    ...[id, type, path, message, at.toISOString(), ip, userAgent],
    ...[code, actorId, subjectId, requestId, count],
  ];
}
