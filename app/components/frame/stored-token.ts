import { showBadge } from '#app/components/installed/app-badge.ts';

/** Key under which direct API calls find the unmodified product token (specification section 1). */
export const tokenKey = 'jwt_token';

/**
 * Removes the token at a sign-out, on an authentication error, and where no user is signed in. Also clears
 * the number of failing jobs on the app's icon.
 */
export function forgetToken(): void {
  showBadge(0);
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Storage is disabled: there is nothing to remove.
  }
}
