import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { expectedError, logDefect } from '#app/http/expected-error.server.ts';
import { requireUser } from '#app/http/guards.server.ts';
import { readForm } from '#app/http/read-form.server.ts';
import { redirectTarget } from '#app/http/redirect-target.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { revealApiKey } from '#server/api-keys/reveal-api-key.server.ts';
import { env } from '#server/env.server.ts';
import { takePoints } from '#server/rate-limit/take-points.server.ts';

/** What a page gets that asks for the key of who is signed in. */
export interface RevealAnswer {
  apiKey?: string;
  /** Where the browser has to go first: to sign in, or to confirm a sign-in that is too old. */
  leadTo?: string;
  title?: string;
  message?: string;
}

/**
 * Answers the account's key to a page of ours, which stands in no page and in no loader's data (security.md section 4).
 * A page asks for JSON; a form without a script gets plain text. An old sign-in is confirmed first, and the page
 * named in `from` goes on with the reveal.
 */
export async function revealKey({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { answer, status } = await revealed({ request, context });
  const isJson = /\bapplication\/json\b/.test(request.headers.get('accept') ?? '');
  const headers = { 'Cache-Control': 'no-store' };
  if (isJson) return Response.json(answer, { status, headers });
  const { apiKey, leadTo, message } = answer;
  if (leadTo) return new Response(null, { status: 303, headers: { ...headers, Location: leadTo } });
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(`${apiKey ?? message ?? ''}\n`, { status, headers: { ...headers, ...type } });
}

async function revealed({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<{ answer: RevealAnswer; status: number }> {
  let from = '/dashboard';
  try {
    const { user, session } = await requireUser(request);
    from = pageIn(await readForm({ request, context }));
    const facts = requestFacts(request);
    const path = new URL(request.url).pathname;
    await takePoints({ limit: 'key_reveal', key: user.id, actorId: user.id, path, request: facts });
    const { authenticatedAt } = session;
    const apiKey = await revealApiKey({ userId: user.id, authenticatedAt, request: facts });
    return { answer: { apiKey }, status: 200 };
  } catch (thrown) {
    if (thrown instanceof Response)
      return { answer: { leadTo: thrown.headers.get('location') ?? '/login' }, status: 401 };
    const error = expectedError(thrown);
    if (!error) logDefect({ error: thrown, request });
    const { type, message, details } = error ?? new AppError('internal_error', { cause: thrown });
    const { status, title, text } = errorCatalogue[type];
    if (details?.['reason'] === 'sign_in_too_old') return { answer: { leadTo: confirmFor(from) }, status };
    // Without words of its own the page has better ones.
    return { answer: message === text ? {} : { title, message }, status };
  }
}

function pageIn(form: FormData): string {
  const from = form.get('from');
  return redirectTarget({ text: typeof from === 'string' ? from : null, origin: env().APP_ORIGIN });
}

function confirmFor(from: string): string {
  const page = new URL(from, env().APP_ORIGIN);
  page.searchParams.set('reveal', 'key');
  const query = new URLSearchParams({ redirectTo: page.pathname + page.search });
  return `/auth/confirm?${query.toString()}`;
}
