import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { toTestRunState } from '#app/presenters/job-form/test-run-view.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';

/** How far a test run is. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, params }) =>
    toTestRunState(await getTestRun({ ownerId: user.id, id: params.tid ?? '' })),
});
