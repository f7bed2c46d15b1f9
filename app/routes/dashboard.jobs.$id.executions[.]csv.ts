import { jobIdOf } from '#app/http/id-param.ts';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { downloadLoader } from '#app/http/pages/download-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { streamExecutions } from '#app/presenters/execution/executions-csv.server.ts';

/** A job's history as a file: all rows that match its filters, newest first. */
export const loader = downloadLoader({
  guard: requireUser,
  failedText: 'Failed to export the executions. Please try again.',
  run: async ({ user, request, params }) =>
    streamExecutions({
      owner: ownerOf({ user, request }),
      jobId: jobIdOf(params.id),
      params: new URL(request.url).searchParams,
      display: await readDisplayZone(request),
    }),
});
