import { securityEventTypes, type SecurityEventType } from '#domain/security-event.ts';

export const logPageSize = 10;

/** What the address of the log asks for. */
export interface LogQuery {
  type: SecurityEventType | null;
  search: string;
  page: number;
}

/** The address of the log; anything unknown is left out. */
export function readLogQuery(search: string | URLSearchParams): LogQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? '1');
  return {
    type: securityEventTypes.find((type) => type === params.get('type')) ?? null,
    search: (params.get('query') ?? '').trim().slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** A path with the filters of a query; the page only where it is given. */
export function logAddress({
  path = '/admin/logs',
  type,
  search,
  page = 1,
}: Omit<LogQuery, 'page'> & { path?: string; page?: number }): string {
  const params = new URLSearchParams();
  if (type) params.set('type', type);
  if (search) params.set('query', search);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
