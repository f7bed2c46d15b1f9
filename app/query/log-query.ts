import { securityEventTypes, type SecurityEventType } from '#domain/security-event.ts';
import { dayMs } from '#domain/time/units.ts';

export const logPageSize = 10;

/** Filters and page of the log, from an address. */
export interface LogQuery {
  type: SecurityEventType | null;
  search: string;
  /** First and last day in UTC, such as 2026-11-21; null: unlimited. */
  start: string | null;
  end: string | null;
  page: number;
}

/** Log query of an address; unknown values are ignored. */
export function readLogQuery(search: string | URLSearchParams): LogQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    type: securityEventTypes.find((type) => type === params.get('type')) ?? null,
    search: (params.get('query') ?? '').trim().slice(0, 200),
    start: dayOf(params.get('start')),
    end: dayOf(params.get('end')),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** A path with the filters of a query, and the page only if given. */
export function logAddress({
  path = '/admin/logs',
  type,
  search,
  start,
  end,
  page = 1,
}: Omit<LogQuery, 'page'> & { path?: string; page?: number }): string {
  const params = new URLSearchParams();
  if (type) params.set('type', type);
  if (search) params.set('query', search);
  if (start) params.set('start', start);
  if (end) params.set('end', end);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Instants of a range of days, including the last day. */
export function logWindow({ start, end }: Pick<LogQuery, 'start' | 'end'>): {
  from: Date | null;
  until: Date | null;
} {
  return {
    from: start === null ? null : new Date(Date.parse(start)),
    until: end === null ? null : new Date(Date.parse(end) + dayMs),
  };
}

/** "2026-11-21" if the day exists. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}
