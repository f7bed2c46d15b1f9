import { z } from 'zod';
import { apiCall, apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { changeJob } from '#app/http/api/change-job.server.ts';
import { anyFields } from '#app/http/api/check-input.ts';
import { conflictIfGone } from '#app/http/api/idempotency-key.server.ts';
import { readExternalId, readNewJob } from '#app/http/api/job-body.ts';
import { jobResponse, shapeFor } from '#app/http/api/job-response.server.ts';
import { choiceOf, pageAliases, pageFields, revealField } from '#app/http/api/list-query.ts';
import { describedResponse, describedPage } from '#app/http/api/openapi/described-responses.ts';
import { jobToCreate } from '#app/http/api/openapi/job-body-schema.ts';
import { pageResponse, toPageQuery } from '#app/http/api/pages.ts';
import { jobSchema } from '#app/presenters/api/job-schema.ts';
import { toApiJob, withoutLongPayload } from '#app/presenters/api/job.ts';
import { jobFilters, jobSorts } from '#domain/job/job-query.ts';
import { lastResults } from '#domain/outcome.ts';
import { reportJobs } from '#server/jobs/reads/report-jobs.server.ts';
import { upsertJob } from '#server/jobs/upsert-job.server.ts';

const listQuery = z.strictObject({
  ...pageFields,
  search: z.string().max(200).default('').meta({ description: 'Search in name, host and tags.' }),
  status: choiceOf({ name: 'status', of: jobFilters })
    .default('all')
    .meta({ description: 'Filter by job status.' }),
  tag: z.string().max(40).optional().meta({ description: 'Filter by tag.' }),
  result: choiceOf({ name: 'result', of: ['all', ...lastResults] })
    .default('all')
    .meta({ description: 'Outcome of the last execution.' }),
  sort: choiceOf({ name: 'sort', of: jobSorts }).default('created').meta({ description: 'Sort field.' }),
  order: choiceOf({ name: 'order', of: ['asc', 'desc'] })
    .default('asc')
    .meta({ description: 'Sort direction.' }),
  reveal: revealField,
});

/** A job deleted before it was read: this call, or the first under its key, has saved it all the same. */
const deletedSince = 'This request saved the job, but it has been deleted since.';

const route = apiRoute({
  get: apiCall({
    operation: 'listJobs',
    summary: 'List jobs',
    responses: describedPage('A page of jobs.', jobSchema),
    query: listQuery,
    aliases: pageAliases,
    run: async ({ request, caller, owner, query }) => {
      const { page, perPage } = toPageQuery({ query, kind: caller.kind });
      const { status: filter, tag = null, order, reveal, search, result, sort } = query;
      const { reports, matching } = await reportJobs({
        ownerId: owner.id,
        query: {
          search: search.trim(),
          isWide: true,
          filter,
          tag,
          result,
          sort,
          isDescending: order === 'desc',
        },
        skip: (page - 1) * perPage,
        take: perPage,
      });
      const shape = shapeFor({ caller, reveal });
      const rows = reports.map((report) => withoutLongPayload(toApiJob({ report, shape })));
      return pageResponse({ request, kind: caller.kind, rows, total: matching, page, perPage });
    },
  }),
  post: idempotentCall({
    operation: 'createJob',
    summary: 'Create a job, or change the one with the same external_id',
    responses: {
      ...describedResponse('The job with this external_id, changed.', jobSchema),
      201: { description: 'The new job.', data: jobSchema, headers: ['Location'] },
    },
    reads: jobToCreate,
    body: anyFields,
    act: async ({ owner, body }) => {
      const { job, isNew } = await upsertJob({
        owner,
        externalId: readExternalId(body),
        create: () => readNewJob(body),
        update: (jobId) => changeJob({ owner, jobId, body }),
      });
      return { status: isNew ? 201 : 200, jobId: job.id };
    },
    respond: ({ caller, effect: { jobId, status } }) =>
      jobResponse({ caller, jobId, isNew: status === 201 }).catch(conflictIfGone(deletedSince)),
  }),
});

export const loader = route.loader;
export const action = route.action;
