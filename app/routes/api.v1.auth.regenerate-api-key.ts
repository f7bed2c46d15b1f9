import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { revealedKeySchema } from '#app/presenters/api/account-schema.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { regenerateApiKey } from '#server/api-keys/regenerate-api-key.server.ts';

const route = apiRoute({
  post: apiCall({
    operation: 'regenerateApiKey',
    summary: 'Replace the API key named Default; the old one stops working at once',
    responses: describedResponse('The new key.', revealedKeySchema),
    callers: ['token'],
    limits: ({ caller }) => [{ limit: 'key_regenerate', key: caller.user.id }],
    run: async ({ owner, request }) => ({
      data: { api_key: await regenerateApiKey({ userId: owner.id, request: requestFacts(request) }) },
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
