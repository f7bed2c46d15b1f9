import { z } from 'zod';
import { action as setStatus } from '#app/http/api/endpoints/job-status.server.ts';
import { action as triggerJob } from '#app/http/api/endpoints/job-trigger.server.ts';
import { action as writeJob, loader as readJob } from '#app/http/api/endpoints/job.server.ts';
import { action as createJob, loader as listJobs } from '#app/http/api/endpoints/jobs.server.ts';
import { idsIn, jobId, reads, switches, takenBy, type ToolInput, type Tool } from '#app/http/mcp/tool.ts';
import { givenFields, jobWords } from '#app/presenters/api/job-schema.ts';
import type { WireName } from '#domain/job/field-table.ts';
import { jobFields } from '#domain/job/job-fields.ts';
import { fieldOf } from '#domain/job/job-wire.ts';

/** The fields of a job that a tool takes: the schema that judges them, by their names in the public API. */
const jobToolFields: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(jobWords).map(([name, { description }]) => {
    const field: z.ZodType = givenFields[name as WireName] ?? jobFields.shape[fieldOf[name as WireName]];
    return [name === 'cron_expression' ? 'cron' : name, field.meta({ description })];
  }),
);

const newJob = z
  .strictObject(jobToolFields)
  .partial()
  .required({ name: true, webhook_url: true, cron: true });
const changedJob = z.strictObject({ job_id: jobId, ...z.object(jobToolFields).partial().shape });

// Secrets are not for models: `reveal` stays out.
const { reveal: _, ...searched } = takenBy(listJobs.declarations.get?.query);

const ofJob = (given: ToolInput, rest = '') => {
  const params = idsIn(given, { id: 'job_id' });
  return { params, path: `/jobs/${params.id}${rest}` };
};

const statusTo = (status: 'active' | 'paused') => (given: ToolInput) =>
  ({ route: setStatus, method: 'PATCH', ...ofJob(given, '/status'), body: { status } }) as const;

export const jobTools: Record<string, Tool> = {
  list_jobs: {
    title: 'List jobs',
    description:
      'Lists the scheduled jobs of the account with id, name, cron, status, webhook_url, last_run and next_run. ' +
      'Use it to find the job_id that other tools need. Narrow it by search (part of the name), status, tag or result.',
    annotations: reads,
    input: z.strictObject(searched),
    ask: (query) => ({ route: listJobs, method: 'GET', path: '/jobs', query }),
  },
  get_job: {
    title: 'Read a job',
    description:
      'Reads one job with all its settings, its next run and how many of its runs succeeded and failed. ' +
      'Read a job before you change it.',
    annotations: reads,
    input: z.strictObject({ job_id: jobId }),
    ask: (given) => ({ route: readJob, method: 'GET', ...ofJob(given) }),
  },
  create_job: {
    title: 'Create a job',
    description:
      'Creates a job that calls webhook_url by a cron schedule. It is active at once unless status is set. ' +
      'Requires name, cron and webhook_url; the rest has defaults. Calling it again creates a second job unless external_id ' +
      'matches the first. If the plan is full, the call is refused with the limit.',
    annotations: { ...switches, idempotentHint: false },
    input: newJob,
    ask: (body) => ({ route: createJob, method: 'POST', path: '/jobs', body }),
  },
  update_job: {
    title: 'Change a job',
    description:
      'Changes the given fields of a job; omitted fields stay as they are. A new schedule applies from now on; ' +
      'a run in progress keeps the old settings.',
    annotations: { ...switches, destructiveHint: true },
    input: changedJob,
    ask: ({ job_id, ...body }) => ({ route: writeJob, method: 'PATCH', ...ofJob({ job_id }), body }),
  },
  pause_job: {
    title: 'Pause a job',
    description:
      'Pauses a job: it does not run until resume_job, and failed runs are not retried. Its history is kept.',
    annotations: switches,
    input: z.strictObject({ job_id: jobId }),
    ask: statusTo('paused'),
  },
  resume_job: {
    title: 'Resume a job',
    description:
      'Activates a paused or inactive job. It continues with its next scheduled run; missed runs are not made up. ' +
      'Refused if the plan allows no more active jobs.',
    annotations: switches,
    input: z.strictObject({ job_id: jobId }),
    ask: statusTo('active'),
  },
  run_job: {
    title: 'Run a job now',
    description:
      'Runs an active job once, now, in addition to its schedule: a real request, which counts and notifies. ' +
      'Returns the execution_id at once; read the result with get_execution a moment later. Ten a minute per job.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input: z.strictObject({ job_id: jobId }),
    ask: (given) => ({ route: triggerJob, method: 'POST', ...ofJob(given, '/trigger') }),
  },
};
