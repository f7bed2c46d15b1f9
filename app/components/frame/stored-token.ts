import { showBadge } from '#app/components/installed/app-badge.ts';

/** Where direct calls of the API find the product token, as it is (specification section 1). */
export const tokenKey = 'jwt_token';

/**
 * The token goes with the sign-in: at a sign-out, on an authentication error, and where nobody is signed in. So does
 * the number of failing jobs on the icon of the app.
 */
export function forgetToken(): void {
  showBadge(0);
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Storage is switched off: there is nothing to remove.
  }
}
