import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { statsSchema } from '#app/presenters/api/account-schema.ts';
import { toApiStats } from '#app/presenters/api/account-stats.ts';
import { accountStats } from '#server/accounts/account-stats.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getUserStats',
    summary: 'Statistics of the account',
    description: 'Completed runs count; scheduled times that did not run do not.',
    responses: describedResponse('The current values.', statsSchema),
    callers: ['token'],
    run: async ({ caller: { user } }) => ({ data: toApiStats(await accountStats({ user })) }),
  }),
});

export const loader = route.loader;
export const action = route.action;
