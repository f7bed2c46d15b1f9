import { z } from 'zod';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { respondWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';

/** A named secret, new or with another value; the value does not come back in any answer. */
export const secretForm = formAction({
  guard: requireUser,
  // Checked by the use case.
  schema: z.object({ name: z.string().trim().default(''), value: z.string().default('').transform(asTyped) }),
  fallback: 'Failed to save the secret. Please try again.',
  hideFields: ['value'],
  run: async ({ user, request, input }) => {
    await setSecret({ owner: ownerOf({ user, request }), ...input });
    return respondWithToast({ request, to: '/dashboard/settings#secrets', toast: 'Secret Saved' });
  },
});

/** Browsers send each line break of a text area as two characters. */
function asTyped(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
