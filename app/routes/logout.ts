import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { thrownPage } from '#app/http/pages/page-loader.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { clearedSessionCookie, readSessionToken } from '#app/http/session/session-cookie.server.ts';
import { markSignedOut } from '#app/http/sign-in/signed-out.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { endSession } from '#server/accounts/sessions/end-session.server.ts';

/** A link or a typed address does not sign out. */
export function loader() {
  return redirect('/dashboard');
}

/** Ends the session in the browser and on the server. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  try {
    await admit({ args, guard: anybody, kind: 'form' });
  } catch (error) {
    throw thrownPage({ error, request });
  }
  const token = readSessionToken(request);
  if (token) await endSession({ token, request: requestFacts(request) });
  const headers = new Headers();
  for (const cookie of [clearedSessionCookie(), await markSignedOut()]) headers.append('Set-Cookie', cookie);
  return redirect('/', { status: 303, headers });
}
