import type { ToastInput } from '#app/protocol/toast.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';

interface Asked extends SignedInAccount {
  request: Request;
  form: FormData;
}

/** A button of the settings page that sends no text. */
export interface Act {
  /** Text for a failure without a reason. */
  fallback: string;
  /** Where on the page it belongs. */
  anchor: string;
  /** The page of the act, if it is not the settings page itself. */
  pageOf?: (form: FormData) => string;
  /** @returns what the toast says, the way out of the page, or a page of another origin to go to */
  run: (asked: Asked) => Promise<ToastInput | Response | SignInOption>;
}

/** A page of another origin, where the content policy lets no form of ours be redirected to. */
export interface SignInOption {
  leadTo: string;
}
