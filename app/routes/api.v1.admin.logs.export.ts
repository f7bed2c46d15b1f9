import { z } from 'zod';
import { apiRoute, fileCall } from '#app/http/api/api-route.server.ts';
import { startWindowOf } from '#app/http/api/list-query.ts';
import { logFields } from '#app/http/api/log-query.ts';
import { streamLog } from '#app/presenters/admin/log-csv.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';

const route = apiRoute({
  get: fileCall({
    operation: 'exportLogs',
    summary: 'The security log as CSV',
    description:
      'The file name contains the date. Values that a spreadsheet would read as formulas get a leading apostrophe.',
    responses: { 200: { description: 'All entries of the query, newest first.', file: 'text/csv' } },
    query: z.strictObject(logFields),
    callers: ['token'],
    role: 'admin',
    run: ({ request, query: { type = null, query = '', ...dates }, caller }) =>
      streamLog({
        admin: { id: caller.user.id, request: requestFacts(request) },
        path: new URL(request.url).pathname,
        query: { type, search: query.trim(), ...startWindowOf(dates) },
      }),
  }),
});

export const loader = route.loader;
export const action = route.action;
