import type { ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '#app/http/forms/read-form.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { revealApiKey } from '#server/api-keys/reveal-api-key.server.ts';
import { env } from '#server/env.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

/**
 * Returns the account's key, as text, to a form of a page without a script; with one, the page uses the API. No page
 * and no loader's data contains the key (security.md section 4). An old sign-in is confirmed first, and leads back to
 * the page named in `from`.
 */
export async function revealKey({ request, context }: ActionFunctionArgs): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };
  let from = '/dashboard';
  try {
    const { user, session } = await admit({ args: { request, context }, guard: requireUser, kind: 'form' });
    from = pageIn(await readForm({ request, context, fields: { names: ['from'] } }));
    const facts = requestFacts(request);
    const path = new URL(request.url).pathname;
    await consumeRateLimit({ limit: 'key_reveal', key: user.id, actorId: user.id, path, request: facts });
    const { authenticatedAt } = session;
    const key = await revealApiKey({ userId: user.id, authenticatedAt, request: facts });
    return new Response(`${key}\n`, { headers });
  } catch (thrown) {
    // To the sign-in.
    if (thrown instanceof Response) throw thrown;
    const error = expectedError(thrown);
    if (!error) logDefect({ error: thrown, request });
    const { type, message, details } = error ?? new AppError('internal_error', { cause: thrown });
    if (details?.['reason'] === 'sign_in_too_old') return askAgain({ path: confirmFor(from), from });
    return new Response(`${message}\n`, { status: errorCatalogue[type].status, headers });
  }
}

/**
 * Says why a sign-in is needed, on a page with a link to it: the way ends at the identity provider, and the
 * Content-Security-Policy lets no form be redirected to another origin.
 * @param path percent-encoded
 * @param from the page that asked
 */
function askAgain({ path, from: page }: { path: string; from: string }): Response {
  // A URL is written without quotes and angle brackets.
  const from = page.replaceAll('&', '&amp;');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign In Again? · Punctual</title></head>
<body><main><h1>Sign In Again?</h1>
<p>To show the key, sign in again: your last sign-in was more than 30 minutes ago.</p>
<p><a href="${path}">Sign In Again</a> <a href="${from}">Cancel</a></p></main></body></html>
`;
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(html, { status: 403, headers });
}

function pageIn(form: FormData): string {
  const from = form.get('from');
  return safeRedirectTarget({ text: typeof from === 'string' ? from : null, origin: env().APP_ORIGIN });
}

function confirmFor(from: string): string {
  const page = new URL(from, env().APP_ORIGIN);
  page.searchParams.set('reveal', 'key');
  const query = new URLSearchParams({ redirectTo: page.pathname + page.search + page.hash });
  return `/auth/confirm?${query.toString()}`;
}
