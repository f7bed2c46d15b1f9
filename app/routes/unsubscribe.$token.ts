import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { oneClick } from '#app/http/forms/one-click.ts';
import { pageAction, refuseWithText } from '#app/http/forms/page-action.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { chooseByLink } from '#server/account-mail/mail-choices.server.ts';
import { stopRecipient } from '#server/mail/stop-recipient.server.ts';

// The token of an account email names its kind; the token of a job's email does not.
const isOfAccount = (token: string) => token.split('.').length === 3;

/** Redirects to the confirmation page and changes nothing: mail scanners follow links. */
export function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? '';
  return redirect(`/mail/${isOfAccount(token) ? 'unsubscribe' : 'stop'}/${encodeURIComponent(token)}`);
}

/**
 * One-click unsubscribe of a mail client (RFC 8058): the signed token is the credential, and the response
 * does not redirect.
 */
export const action = pageAction({
  guard: anybody,
  fields: { names: [oneClick] },
  refuse: refuseWithText,
  run: async ({ params }) => {
    const token = params.token ?? '';
    if (isOfAccount(token)) await chooseByLink({ token, isOn: false });
    else await stopRecipient({ token, isStopped: true });
    return new Response("You won't get these emails any more.\n", {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  },
});
