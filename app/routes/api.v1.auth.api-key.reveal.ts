import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { revealedKeySchema } from '#app/presenters/api/account-schema.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { revealApiKey } from '#server/api-keys/reveal-api-key.server.ts';

const route = apiRoute({
  post: apiCall({
    operation: 'revealApiKey',
    summary: 'Show the API key named Default, within 30 minutes of a sign-in',
    description: 'Returns 403 if the sign-in is too old: sign in again and repeat the request.',
    responses: describedResponse('The key.', revealedKeySchema),
    callers: ['token'],
    limits: ({ caller }) => [{ limit: 'key_reveal', key: caller.user.id }],
    run: async ({ caller, owner, request }) => ({
      data: {
        api_key: await revealApiKey({
          userId: owner.id,
          // A caller with a token always has a sign-in.
          authenticatedAt: caller.authenticatedAt ?? new Date(0),
          request: requestFacts(request),
        }),
      },
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
