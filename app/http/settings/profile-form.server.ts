import { z } from 'zod';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { respondWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { plainLine } from '#domain/text/plain-text.ts';
import { saveProfile } from '#server/accounts/save-profile.server.ts';

const name = z
  .string()
  .trim()
  .max(100, { error: 'A name can have 100 characters.' })
  .regex(plainLine, { error: 'A name has no control characters.' })
  // An empty field is sent as none.
  .default('');

/** First and last name; the email address is the provider's and is not read from the form. */
export const profileForm = formAction({
  guard: requireUser,
  schema: z.object({ firstName: name, lastName: name }),
  fallback: 'Failed to update profile. Please try again.',
  run: async ({ user, request, input }) => {
    await saveProfile({ user, names: input, request: requestFacts(request) });
    return respondWithToast({ request, to: '/dashboard/settings#profile', toast: 'Profile Updated' });
  },
});
