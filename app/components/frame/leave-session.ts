import { endLiveUpdates } from '#app/components/live/live-stream.ts';
import { forgetToken } from './stored-token.ts';

/** Removes the token and ends the live updates, before a form of this page ends the session. */
export function leaveSession(): void {
  forgetToken();
  endLiveUpdates();
}
