import type { ListedView } from '#app/components/job/saved-views.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';
import { listViews } from '#server/views/list-views.server.ts';

/** The saved views, for the command menu. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user }) => {
    const views = await listViews({ userId: user.id });
    return Response.json(views.map(({ id, name, query }): ListedView => ({ id, name, query })));
  },
});
