import { readPage } from '#app/query/paged-address.ts';
import { incidentStatuses, type IncidentStatus } from '#domain/incidents/incident.ts';
import { listIncidents } from '#server/incidents/list-incidents.server.ts';
import { type IncidentLine, toIncidentLine } from './incident-line.ts';

const perPage = 20;

export interface IncidentListPage {
  /** As the form of the list sends it; an empty status is all. */
  query: { search: string; status: IncidentStatus | '' };
  incidents: IncidentLine[];
  total: number;
  page: number;
  pages: number;
}

/** The page of incidents in an address; a number beyond the last gives the last page. */
export async function readIncidentPage({
  ownerId,
  params,
}: {
  ownerId: number;
  params: URLSearchParams;
}): Promise<IncidentListPage> {
  const search = (params.get('search') ?? '').trim().slice(0, 200);
  const status = incidentStatuses.find((one) => one === params.get('status')) ?? '';
  const page = readPage(params);
  const { incidents, total } = await listIncidents({
    ...{ ownerId, search, status: status === '' ? 'all' : status, page, perPage },
  });
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (page > pages) {
    params.set('page', String(pages));
    return readIncidentPage({ ownerId, params });
  }
  return { query: { search, status }, incidents: incidents.map(toIncidentLine), total, page, pages };
}
