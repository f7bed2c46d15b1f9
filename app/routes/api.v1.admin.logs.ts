import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { pageAliases, pageFields, startWindowOf } from '#app/http/api/list-query.ts';
import { logFields } from '#app/http/api/log-query.ts';
import { describedPage } from '#app/http/api/openapi/described-responses.ts';
import { toPageQuery } from '#app/http/api/pages.ts';
import { logEntrySchema } from '#app/presenters/api/admin-schema.ts';
import { toApiLogEntry } from '#app/presenters/api/admin.ts';
import { listEvents } from '#server/security-log/list-events.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listLogs',
    summary: 'The security log, newest first',
    description: 'Pages cover the newest 1,000,000 entries, a search the newest 100,000. The export has all.',
    responses: describedPage('A page of it.', logEntrySchema, 'with meta'),
    query: z.strictObject({ ...pageFields, ...logFields }),
    aliases: pageAliases,
    callers: ['token'],
    role: 'admin',
    run: async ({ query, caller: { kind } }) => {
      const { page, perPage } = toPageQuery({ query, kind });
      const { type = null, query: text = '' } = query;
      const { events, total } = await listEvents({
        ...{ type, search: text.trim(), ...startWindowOf(query), page, perPage },
      });
      const meta = { page, pageSize: perPage, totalPages: Math.ceil(total / perPage), totalItems: total };
      return { data: events.map(toApiLogEntry), beside: { meta } };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
