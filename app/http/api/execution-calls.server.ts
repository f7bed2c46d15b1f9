import type { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { accepts } from '#app/http/api/openapi/described-responses.ts';
import type { ApiResponse } from '#app/http/api/response.server.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { id } from '#app/presenters/api/field-schema.ts';
import { parseId } from '#domain/ids.ts';
import { ownedIds } from '#server/jobs/access/owned-ids.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/** 202: the run is queued, and the execution shows its result (D34). */
export function acceptedExecution({
  params,
  effect: { executionId },
}: {
  params: { id?: string | undefined };
  effect: { executionId: number };
}): Promise<ApiResponse> {
  const headers = { Location: `/api/v1/jobs/${jobIdOf(params.id)}/executions/${executionId}` };
  return Promise.resolve({ data: { execution_id: executionId }, headers });
}

/** The caller's own jobs are limited one by one; an id that names none of them leaves no row. */
export async function runLimit({
  caller,
  params,
}: {
  caller: { user: { id: number } };
  params: { id?: string | undefined };
}): Promise<{ limit: 'run_now'; key: string }[]> {
  const jobId = parseId(params.id);
  const { id: ownerId } = caller.user;
  if (jobId === null || !(await ownedIds({ ownerId, jobIds: [jobId] })).has(jobId)) return [];
  return [{ limit: 'run_now', key: `${ownerId}:${jobId}` }];
}

export const acceptsExecution = accepts('Accepted.', id('The execution that records the run.', 90_071));

type Nothing = z.ZodType<Record<string, never>>;

/** A route that acts on one execution and returns 202 with an execution's id. */
export function executionRoute<Body extends z.ZodType = Nothing>({
  run,
  ...call
}: {
  operation: string;
  summary: string;
  description?: string;
  body?: Body;
  limits?: typeof runLimit;
  /** Returns the id of the execution to poll. */
  run: (asked: { owner: Owner; jobId: number; executionId: number; body: z.output<Body> }) => Promise<number>;
}) {
  return apiRoute({
    post: idempotentCall({
      ...call,
      responses: acceptsExecution,
      errors: ['external_service_error'],
      act: async ({ owner, params, body }) => {
        const asked = { owner, jobId: jobIdOf(params.id), executionId: executionIdOf(params.eid), body };
        return { status: 202, executionId: await run(asked) };
      },
      respond: (made) => acceptedExecution(made),
    }),
  });
}
