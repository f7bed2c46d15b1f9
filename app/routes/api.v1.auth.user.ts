import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { toApiUser } from '#app/presenters/api/user.ts';
import { saveProfile } from '#server/accounts/save-profile.server.ts';
import { findDefaultKey } from '#server/api-keys/list-api-keys.server.ts';

const nameText = z
  .string({ error: 'A name must be a text.' })
  .max(100, { error: 'A name can have 100 characters.' })
  .regex(/^[^\p{Cc}]*$/u, { error: 'A name has no control characters.' })
  .nullable()
  .optional();

const route = apiRoute({
  get: apiCall({
    summary: 'The current user',
    callers: ['token'],
    run: async ({ caller: { user } }) => ({
      data: toApiUser({ user, key: await findDefaultKey({ userId: user.id }) }),
    }),
  }),
  put: apiCall({
    summary: 'Change the profile',
    callers: ['token'],
    body: z.strictObject({ first_name: nameText, last_name: nameText }),
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
