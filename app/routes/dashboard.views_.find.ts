import type { ListedView } from '#app/components/job/list/saved-views.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { listViews } from '#server/views/list-views.server.ts';

/** Saved views for the command menu. */
export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user }) => {
    const views = await listViews({ userId: user.id });
    return Response.json(views.map(({ id, name, query }): ListedView => ({ id, name, query })));
  },
});
