import { z } from 'zod';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { respondWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { saveMailChoices } from '#server/account-mail/mail-choices.server.ts';

// A switch that is off is not sent.
const choice = z.boolean().default(false);

/** Choices about optional emails of the account. */
export const mailForm = formAction({
  guard: requireUser,
  schema: z.object({ jobs_paused: choice, weekly_summary: choice }),
  fallback: 'Failed to save your mails. Please try again.',
  run: async ({ user, request, input }) => {
    await saveMailChoices({
      userId: user.id,
      choices: input,
      actorId: user.id,
      request: requestFacts(request),
    });
    return respondWithToast({ request, to: '/dashboard/settings#mail', toast: 'Mail Choices Saved' });
  },
});
