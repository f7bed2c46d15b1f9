import { AppError } from '#domain/errors.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';

/**
 * Requires a sign-in within the last 30 minutes (security.md section 4).
 * @param to the requested action, as the error message says it: "see the key"
 * @throws AppError authorization_error, details `{reason: 'sign_in_too_old'}`
 */
export function requireRecentSignIn({ authenticatedAt, to }: { authenticatedAt: Date; to: string }): void {
  if (isRecentSignIn({ authenticatedAt })) return;
  throw new AppError('authorization_error', {
    message: `Sign in again to ${to}: the last sign-in is more than 30 minutes ago.`,
    details: { reason: 'sign_in_too_old' },
  });
}
