import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { toTestRunState } from '#app/presenters/job-form/test-run-view.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';

/** Progress of a test run. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, params }) =>
    toTestRunState(await getTestRun({ ownerId: user.id, id: params.tid ?? '' })),
});
