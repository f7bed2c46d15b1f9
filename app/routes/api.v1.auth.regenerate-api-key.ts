import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { regenerateApiKey } from '#server/api-keys/regenerate-api-key.server.ts';

const route = apiRoute({
  post: apiCall({
    summary: 'Replace the API key named Default; the old one is dead at once',
    callers: ['token'],
    limits: ({ caller }) => [{ limit: 'key_regenerate', key: caller.user.id }],
    run: async ({ owner, request }) => ({
      data: { api_key: await regenerateApiKey({ userId: owner.id, request: requestFacts(request) }) },
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
