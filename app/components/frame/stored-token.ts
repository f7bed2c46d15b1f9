/** Where direct calls of the API find the product token, as it is (specification section 1). */
export const tokenKey = 'jwt_token';

/** The token goes with the sign-in: at a sign-out, on an authentication error, and where nobody is signed in. */
export function forgetToken(): void {
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Storage is switched off: there is nothing to remove.
  }
}
