/** Reasons for showing the sign-in page: the address's code and the page's text. */
export const signInReasons = {
  denied: 'You did not agree to sign in. Nothing was changed; you can try again.',
  failed: 'The sign-in failed. Try again; if it keeps failing, write to us.',
  stale: 'The sign-in took too long or was begun in another window. Try again.',
  unconfirmed: 'The sign-in service did not ask you to sign in again. Sign out there, then try again.',
  limited: 'Too many sign-ins have failed from this address. Try again in a minute.',
  unavailable: 'The sign-in service cannot be reached. Try again in a minute.',
  suspended: 'This account is suspended. Write to us if you think this is a mistake.',
  expired: 'Your session has ended. Sign in again to go on where you were.',
  signed_out: 'You are signed out.',
  signed_out_everywhere: 'You are signed out everywhere.',
  deleted: 'Your account is deleted. Signing in again makes a new one.',
} as const;

export type SignInReason = keyof typeof signInReasons;

/** The sentence of a reason; null for none, or for one that is not ours. */
export function sentenceOf(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(signInReasons, reason)
    ? signInReasons[reason as SignInReason]
    : null;
}

/** Reports whether a reason is a failed sign-in, and not an ended session. */
export function isOfSignIn(reason: string | null): boolean {
  const others = ['expired', 'signed_out', 'signed_out_everywhere', 'deleted', 'suspended'];
  return reason !== null && !others.includes(reason);
}
