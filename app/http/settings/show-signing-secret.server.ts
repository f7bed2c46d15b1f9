import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { signingSecretFailed } from '#app/content/failure-words.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { toScreenToast } from '#domain/error-toast.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { requireRecentSignIn } from '#server/accounts/sessions/require-recent-sign-in.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { showSigningSecret } from '#server/signing/show-signing-secret.server.ts';

/** Response to a page that requests the signing secret. */
export interface SigningSecretResult {
  secret?: string;
  /** Where the browser has to go first: to sign in, or to confirm a sign-in that is too old. */
  leadTo?: string;
  /** The sign-in is confirmed there, and not made. */
  isTooOld?: boolean;
  title?: string;
  message?: string;
}

/** The signing secret of the account. */
export const showSigningSecretAction = (args: ActionFunctionArgs): Promise<Response> =>
  showSecretAction({
    args,
    find: async (owner) => {
      const found = await showSigningSecret({ owner });
      if (!found) throw new AppError('not_found', { message: 'There is no signing secret.' });
      return found.secret;
    },
    returnTo: '/dashboard/settings?reveal=signing-secret#signing',
  });

interface ShownSecret {
  args: ActionFunctionArgs;
  /** Reads the secret, or throws an expected error. */
  find: (owner: Owner) => Promise<string>;
  /** The page to continue with after an old sign-in was confirmed. */
  returnTo: string;
}

/**
 * Returns a secret, which no page and no loader's data contains, like the API key (security.md section 4): to a page's
 * script as JSON, to a form without a script as text.
 */
export async function showSecretAction(asked: ShownSecret): Promise<Response> {
  const { request } = asked.args;
  const { result, status } = await shown(asked);
  const headers = { 'Cache-Control': 'no-store' };
  const isJson = /\bapplication\/json\b/.test(request.headers.get('accept') ?? '');
  if (isJson) return Response.json(result, { status, headers });
  if (status === 401 && result.leadTo) return redirect(result.leadTo, { status: 303, headers });
  const { secret, message = errorCatalogue.internal_error.text } = result;
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(`${secret ?? message}\n`, { status, headers: { ...headers, ...type } });
}

async function shown({
  args,
  find,
  returnTo,
}: ShownSecret): Promise<{ result: SigningSecretResult; status: number }> {
  const { request } = args;
  try {
    const { user, session } = await admit({ args, guard: requireUser, kind: 'form' });
    const { id: userId, tier } = user;
    const facts = requestFacts(request);
    const path = new URL(request.url).pathname;
    await consumeRateLimit({ limit: 'key_reveal', key: userId, actorId: userId, path, request: facts });
    const { authenticatedAt } = session;
    requireRecentSignIn({ authenticatedAt, to: 'see the signing secret' });
    return { result: { secret: await find({ id: userId, tier, request: facts }) }, status: 200 };
  } catch (thrown) {
    if (thrown instanceof Response)
      return { result: { leadTo: thrown.headers.get('location') ?? '/login' }, status: 401 };
    const error = expectedError(thrown);
    if (!error) logDefect({ error: thrown, request });
    const { status } = errorCatalogue[error?.type ?? 'internal_error'];
    const confirmPath = `/auth/confirm?${new URLSearchParams({ redirectTo: returnTo }).toString()}`;
    const isOld = error?.details?.['reason'] === 'sign_in_too_old';
    const words = toScreenToast({ error, screen: signingSecretFailed });
    return { result: { ...words, ...(isOld && { leadTo: confirmPath, isTooOld: true }) }, status };
  }
}
