import { apiRoute, fileCall } from '#app/http/api/api-route.server.ts';
import { metricsText } from '#app/presenters/api/job-metrics.ts';
import { AppError } from '#domain/errors.ts';
import { plans } from '#domain/plan.ts';
import { readJobFigures } from '#server/job-metrics/read-job-figures.server.ts';

const route = apiRoute({
  get: fileCall({
    operation: 'getMetrics',
    summary: 'The figures of all jobs in the text format of Prometheus',
    description:
      'On Ultimate. Of each job: outcome, duration and lateness of the last run, next scheduled time, failures in a row, paused or not, and executions by outcome.',
    responses: { 200: { description: 'The metrics, without an envelope.', file: 'text/plain' } },
    run: async ({ owner }) => {
      if (!plans[owner.tier].hasMetrics)
        throw new AppError('authorization_error', {
          message: 'Metrics come with Ultimate. Upgrade at /dashboard/settings.',
          details: { reason: 'tier' },
        });
      const chunks = metricsText(await readJobFigures({ ownerId: owner.id }));
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const next = chunks.next();
          if (next.done === true) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        },
      });
      return new Response(body, {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      });
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
