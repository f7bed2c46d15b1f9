import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { choiceOf, dateFields, pageAliases, pageFields, startWindowOf } from '#app/http/api/list-query.ts';
import { describedPage } from '#app/http/api/openapi/described-responses.ts';
import { pageResponse, toPageQuery, requirePlace } from '#app/http/api/pages.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { executionSchema } from '#app/presenters/api/execution-schema.ts';
import { toApiExecution } from '#app/presenters/api/execution.ts';
import { apiStatuses } from '#domain/outcome.ts';
import { lastResponses } from '#server/executions/history/last-responses.server.ts';
import { listExecutions } from '#server/executions/history/list-executions.server.ts';
import { mostMatches, searchExecutions } from '#server/executions/history/search-executions.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';

/** Characters of a response in a list; the execution itself has the whole stored response. */
const listedChars = 4_096;

const listQuery = z.strictObject({
  ...pageFields,
  ...dateFields,
  cursor: z.string().max(40).optional().meta({
    description: 'The next_cursor of the previous page; needed beyond row 1,000.',
    pattern: '^\\d{1,15}_\\d{1,15}$',
  }),
  status: choiceOf({ name: 'status', of: ['all', ...apiStatuses] })
    .default('all')
    .meta({ description: 'Filter by outcome.' }),
  search: z.string().max(200).default('').meta({
    description:
      'Search in the id, status, error and response of the newest 1,000; works with page, not with cursor.',
  }),
});

const route = apiRoute({
  get: apiCall({
    operation: 'listExecutions',
    summary: 'List the executions of a job, newest first; those that did not run have a reason',
    responses: describedPage('A page of executions.', executionSchema, 'with cursor'),
    query: listQuery,
    aliases: pageAliases,
    run: async ({ request, caller, owner, params, query }) => {
      const { job } = await getJob({ owner, jobId: jobIdOf(params.id) });
      const { page, perPage } = toPageQuery({ query, kind: caller.kind });
      const { cursor, status } = query;
      const search = query.search.trim();
      const isSearch = search !== '';
      requirePlace({ page, perPage, cursor, isSearch });
      const asked = { ownerId: owner.id, jobId: job.id, status, page, perPage, ...startWindowOf(query) };
      const found = isSearch
        ? { ...(await searchExecutions({ ...asked, search })), nextCursor: null }
        : await listExecutions({ ...asked, cursor: cursor ?? null });
      const ids = found.rows.map(({ id }) => id);
      const responses = await lastResponses({ ids, chars: listedChars });
      const rows = found.rows.map((row) => toApiExecution({ row, response: responses.get(row.id), job }));
      const { total, nextCursor } = found;
      const rowsByPage = isSearch ? Math.min(total, mostMatches) : undefined;
      return pageResponse({ request, kind: caller.kind, rows, total, page, perPage, nextCursor, rowsByPage });
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
