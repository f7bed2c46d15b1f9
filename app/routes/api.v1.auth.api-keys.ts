import { z } from 'zod';
import { apiKeyName } from '#app/http/api-key-name.ts';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { choiceOf } from '#app/http/api/list-query.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { apiKeySchema, newApiKeySchema } from '#app/presenters/api/account-schema.ts';
import { toApiKey } from '#app/presenters/api/api-key.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { keyScopes } from '#domain/api-key.ts';
import { addApiKey } from '#server/api-keys/add-api-key.server.ts';
import { listApiKeys } from '#server/api-keys/list-api-keys.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listApiKeys',
    summary: 'List the API keys of the account',
    responses: describedResponse('The active keys, oldest first.', z.array(apiKeySchema)),
    callers: ['token'],
    run: async ({ owner }) => ({ data: (await listApiKeys({ userId: owner.id })).map(toApiKey) }),
  }),
  post: apiCall({
    operation: 'createApiKey',
    summary: 'Create an API key; its text is returned only once',
    responses: { 201: { description: 'The key with its secret text.', data: newApiKeySchema } },
    errors: ['conflict'],
    callers: ['token'],
    body: z.strictObject({
      name: apiKeyName.meta({
        description: 'Name of the key, unique in the account.',
        examples: ['Deployments'],
      }),
      scope: choiceOf({ name: 'scope', of: keyScopes })
        .default('read')
        .meta({ description: 'write includes read.', examples: ['write'] }),
    }),
    run: async ({ owner, request, body }) => {
      const { plain, apiKey } = await addApiKey({
        userId: owner.id,
        ...body,
        request: requestFacts(request),
      });
      return { status: 201, data: { ...toApiKey(apiKey), api_key: plain } };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
