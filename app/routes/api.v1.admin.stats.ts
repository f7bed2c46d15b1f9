import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { adminStatsSchema } from '#app/presenters/api/admin-schema.ts';
import { toApiAdminStats } from '#app/presenters/api/admin.ts';
import { adminStats } from '#server/admin/admin-stats.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getAdminStats',
    summary: 'Figures of the whole installation',
    responses: describedResponse('The current values.', adminStatsSchema),
    callers: ['token'],
    role: 'admin',
    run: async () => ({ data: toApiAdminStats(await adminStats()) }),
  }),
});

export const loader = route.loader;
export const action = route.action;
