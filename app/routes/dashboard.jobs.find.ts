import type { FoundJob } from '#app/components/keys/use-found-jobs.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readJobListQuery } from '#app/query/list-query.ts';
import { listJobs } from '#server/jobs/reads/list-jobs.server.ts';

const most = 8;

/** Jobs by name for the command menu; without a name, the ones with the next fires. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ request, user }) => {
    const query = { ...readJobListQuery(new URL(request.url).searchParams), isWide: false };
    const { jobs } = await listJobs({ ownerId: user.id, query, take: most });
    const found: FoundJob[] = jobs.map(({ job: { id, name, targetHost } }) => ({ id, name, targetHost }));
    return Response.json(found);
  },
});
