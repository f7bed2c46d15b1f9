import { endLiveUpdates } from '#app/components/live/live-stream.ts';
import { forgetToken } from './stored-token.ts';

/** At a sign-out by this page: the session ends before the page does, so nothing asks for more meanwhile. */
export function leaveSession(): void {
  forgetToken();
  endLiveUpdates();
}
