import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { choiceOf, countField, pageAliases, pageFields } from '#app/http/api/list-query.ts';
import { describedPage } from '#app/http/api/openapi/described-responses.ts';
import { pageResponse, requirePlace, toPageQuery } from '#app/http/api/pages.ts';
import { incidentSchema } from '#app/presenters/api/incident-schema.ts';
import { toApiIncident } from '#app/presenters/api/incident.ts';
import { incidentStatuses } from '#domain/incidents/incident.ts';
import { listIncidents } from '#server/incidents/list-incidents.server.ts';

const largestId = 999_999_999;

const route = apiRoute({
  get: apiCall({
    operation: 'listIncidents',
    summary: 'List incidents: the open ones first, each group newest first',
    responses: describedPage('A page of incidents.', incidentSchema),
    query: z.strictObject({
      ...pageFields,
      status: choiceOf({ name: 'status', of: ['all', ...incidentStatuses] })
        .default('all')
        .meta({ description: 'Filter by status.' }),
      job_id: countField({ name: 'job_id', max: largestId, description: 'Only those of this job.' }),
      search: z.string().max(200).default('').meta({ description: 'Part of the name of the job.' }),
    }),
    aliases: pageAliases,
    run: async ({ request, caller: { kind }, owner, query }) => {
      const { page, perPage } = toPageQuery({ query, kind });
      requirePlace({ page, perPage });
      const { incidents, total } = await listIncidents({
        ...{ ownerId: owner.id, status: query.status, search: query.search.trim(), page, perPage },
        jobId: query.job_id ?? null,
      });
      return pageResponse({ request, kind, rows: incidents.map(toApiIncident), total, page, perPage });
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
