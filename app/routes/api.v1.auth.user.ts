import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { userSchema } from '#app/presenters/api/account-schema.ts';
import { toApiUser } from '#app/presenters/api/user.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { plainLine } from '#domain/text/plain-text.ts';
import { saveProfile } from '#server/accounts/save-profile.server.ts';
import { findDefaultKey } from '#server/api-keys/list-api-keys.server.ts';

const longest = 100;
const nameText = z
  .string({ error: 'A name must be a text.' })
  // JSON Schema counts code points.
  .refine((text) => Array.from(text).length <= longest, { error: `A name can have ${longest} characters.` })
  .regex(plainLine, { error: 'A name has no control characters.' })
  .meta({ maxLength: longest })
  .nullable()
  .optional();

const route = apiRoute({
  get: apiCall({
    operation: 'getUser',
    summary: 'The current user',
    responses: describedResponse('The account of the caller.', userSchema),
    callers: ['token'],
    run: async ({ caller: { user } }) => ({
      data: toApiUser({ user, key: await findDefaultKey({ userId: user.id }) }),
    }),
  }),
  put: apiCall({
    operation: 'updateUser',
    summary: 'Change the profile',
    responses: describedResponse('The updated account.', userSchema),
    callers: ['token'],
    body: z.strictObject({
      first_name: nameText.meta({ description: 'Null for none.', examples: ['Ada'] }),
      last_name: nameText.meta({ description: 'Null for none.', examples: ['Lovelace'] }),
    }),
    run: async ({ caller, body, request }) => {
      const { first_name: firstName, last_name: lastName } = body;
      const names = {
        ...(firstName !== undefined && { firstName }),
        ...(lastName !== undefined && { lastName }),
      };
      const user = await saveProfile({ user: caller.user, names, request: requestFacts(request) });
      return { data: toApiUser({ user, key: await findDefaultKey({ userId: user.id }) }) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
