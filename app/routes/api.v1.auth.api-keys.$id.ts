import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { revokeApiKey } from '#server/api-keys/revoke-api-key.server.ts';

const route = apiRoute({
  delete: apiCall({
    operation: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'The key named Default is a 409: it ends when it is regenerated.',
    responses: describedResponse('Revoked at once.', z.literal(true)),
    errors: ['conflict'],
    callers: ['token'],
    run: async ({ owner, params, request }) => {
      await revokeApiKey({ userId: owner.id, keyId: jobIdOf(params.id), request: requestFacts(request) });
      return { data: true };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
