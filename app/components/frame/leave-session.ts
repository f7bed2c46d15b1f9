import { forgetToken } from './stored-token.ts';

/** Removes the token and ends the live updates, before a form of this page ends the session. */
export function leaveSession(): void {
  forgetToken();
  // An event: most pages work without the script of the live updates.
  dispatchEvent(new Event('sign-out'));
}
