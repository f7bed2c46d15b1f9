import { logPageSize, type LogQuery, readLogQuery } from '#app/components/admin/log-query.ts';
import { countText } from '#app/components/ui/time-format.ts';
import type { SecurityEventType } from '#domain/security-event.ts';
import { countedEvents, listEvents, searchedEvents } from '#server/security-log/list-events.server.ts';
import type { EventRow } from '#server/security-log/event-conditions.server.ts';

/** A page of the security log. */
export interface LogPage {
  /** It could not be loaded. */
  isMissing: boolean;
  query: LogQuery;
  pages: number;
  entries: LogEntry[];
  /** What the pages do not reach; null where they reach all. */
  note: string | null;
}

interface LogEntry {
  id: number;
  /** UTC milliseconds. */
  at: number;
  type: SecurityEventType;
  code: string;
  message: string;
  path: string;
  actor: number | null;
  subject: number | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  count: number;
}

/** The page that an address asks for; one behind the last is the last. A failure is handed on and leaves none. */
export async function readLogPage({
  params,
  onFailure,
}: {
  params: URLSearchParams;
  onFailure: (error: unknown) => void;
}): Promise<LogPage> {
  const query = readLogQuery(params);
  try {
    const { events, total } = await listEvents({ ...query, perPage: logPageSize });
    const pages = Math.max(1, Math.ceil(total / logPageSize));
    if (query.page > pages) {
      params.set('page', String(pages));
      return await readLogPage({ params, onFailure });
    }
    return { isMissing: false, query, pages, entries: events.map(toEntry), note: noteOf({ query, total }) };
  } catch (error) {
    onFailure(error);
    return { isMissing: true, query, pages: 1, entries: [], note: null };
  }
}

function noteOf({ query: { search }, total }: { query: LogQuery; total: number }): string | null {
  if (search !== '')
    return `A search looks at the newest ${countText(searchedEvents)} entries; Export has all.`;
  return total >= countedEvents ? `Pages end at ${countText(countedEvents)} entries; Export has all.` : null;
}

function toEntry(event: EventRow): LogEntry {
  const { id, at, type, code, message, path, actorId, subjectId, ip, userAgent, requestId, count } = event;
  const what = { id, at: at.getTime(), type, code, message, path, count };
  return { ...what, actor: actorId, subject: subjectId, ip, userAgent, requestId };
}
