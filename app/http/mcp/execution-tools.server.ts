import { z } from 'zod';
import { executionId, idsIn, jobId, reads, takenBy, type Tool } from '#app/http/mcp/tool.ts';
import { loader as listExecutions } from '#app/http/api/endpoints/executions.server.ts';
import { loader as readExecution } from '#app/http/api/endpoints/execution.server.ts';
import {
  action as replayExecution,
  loader as replayed,
} from '#app/http/api/endpoints/execution-replay.server.ts';
import { action as previewCron, loader as previewed } from '#app/http/api/endpoints/cron-preview.server.ts';

/** Lists of responses have up to 4,096 characters each: ten are enough for a model to begin with. */
const rowsUnlessSaid = 10;

const { per_page: perPage, ...narrowed } = takenBy(listExecutions.declarations.get?.query);
const rows = perPage?.meta({ ...perPage.meta(), description: `Rows per page. Default ${rowsUnlessSaid}.` });

export const executionTools: Record<string, Tool> = {
  list_executions: {
    title: 'List the runs of a job',
    description:
      'Lists the runs of a job, newest first: status (success, failed, running, not_run), the reason if it did not run, ' +
      'times, lateness, HTTP status, error and the beginning of the response. Ten per page by default; ' +
      'pass pagination.next_cursor to get more.',
    annotations: reads,
    input: z.strictObject({ job_id: jobId, ...narrowed, ...(rows && { per_page: rows }) }),
    ask: ({ job_id, ...query }) => {
      const params = idsIn({ job_id }, { id: 'job_id' });
      const path = `/jobs/${params.id}/executions`;
      return {
        route: listExecutions,
        method: 'GET',
        path,
        params,
        query: { per_page: rowsUnlessSaid, ...query },
      };
    },
  },
  get_execution: {
    title: 'Read a run',
    description:
      'Reads one run with each attempt: the request as it was sent (secrets masked), the response with its headers, ' +
      'the timing, and the verdict, which says which rule decided. Use it to explain a failure.',
    annotations: reads,
    input: z.strictObject({ job_id: jobId, execution_id: executionId }),
    ask: (given) => {
      const params = idsIn(given, { id: 'job_id', eid: 'execution_id' });
      const path = `/jobs/${params.id}/executions/${params.eid}`;
      return { route: readExecution, method: 'GET', path, params };
    },
  },
  replay_execution: {
    title: 'Replay a run',
    description:
      'Repeats a run that has ended as a new run: a real request, which counts and notifies. ' +
      'as: recorded sends the request of the version that ran, current that of the job as it is now; use current after ' +
      'fixing the job. webhook_url, http_method, headers and payload edit the recorded request for this run. ' +
      'Returns the execution_id at once; read the result with get_execution a moment later.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input: z.strictObject({
      ...{ job_id: jobId, execution_id: executionId },
      ...takenBy(replayed.declarations.post?.body),
    }),
    ask: ({ job_id, execution_id, ...body }) => {
      const params = idsIn({ job_id, execution_id }, { id: 'job_id', eid: 'execution_id' });
      const path = `/jobs/${params.id}/executions/${params.eid}/replay`;
      return { route: replayExecution, method: 'POST', path, params, body };
    },
  },
  preview_cron: {
    title: 'Preview a schedule',
    description:
      'Previews a cron expression: a description, the next runs in UTC, warnings, and the effects of clock ' +
      'changes in the time zone. Nothing is saved. Call it before create_job or a schedule change.',
    annotations: reads,
    input: z.strictObject(takenBy(previewed.declarations.post?.body)),
    ask: (body) => ({ route: previewCron, method: 'POST', path: '/previews/cron', body }),
  },
};
