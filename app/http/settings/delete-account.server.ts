import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { formAction } from '#app/http/forms/form-action.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { signedOut } from '#app/http/settings/acts.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import type { Account } from '#server/accounts/types.ts';

/** Text to type before an account is deleted: its address, or a word if the sign-in gave none. */
export function typedToDelete({ email }: Pick<Account, 'email'>): string {
  return email || 'delete';
}

/** Deletes the account once its address is typed; a sign-in that is too old is confirmed first. */
export const deleteAccountAction = formAction({
  guard: requireUser,
  schema: z.object({ typed: z.string().trim().default('') }),
  fallback: 'Failed to delete the account. Please try again.',
  run: async ({ user, session: { authenticatedAt }, request, input: { typed } }) => {
    const phrase = typedToDelete(user);
    if (typed.toLowerCase() !== phrase.toLowerCase())
      throw new AppError('validation_error', { details: { typed: `Type ${phrase} to confirm.` } });
    try {
      await deleteAccount({ user, authenticatedAt, request: requestFacts(request) });
    } catch (error) {
      if (error instanceof AppError && error.details?.['reason'] === 'sign_in_too_old')
        // The page leads on by a link: no form of ours may be redirected to another origin.
        return redirect('/dashboard/settings/delete', { status: 303 });
      throw error;
    }
    return signedOut('deleted');
  },
});
