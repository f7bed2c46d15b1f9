import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { admit } from '#app/http/session/admit.server.ts';
import { ifSignedIn } from '#app/http/session/guards.server.ts';
import { readSessionToken } from '#app/http/session/session-cookie.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { issueTicket } from '#server/accounts/sessions/issue-ticket.server.ts';
import { recordFailedSignIn } from '#server/accounts/sessions/record-failed-sign-in.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

/** A GET redirects to the dashboard. */
export const loader = () => redirect('/dashboard');

/** Returns a ticket for the product token to a signed-in page; no page contains the token itself (D21). */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { request } = args;
  const headers = { 'Cache-Control': 'no-store' };
  try {
    const { signedIn } = await admit({ args, guard: ifSignedIn, kind: 'form' });
    if (!signedIn) {
      await recordLostSync(request);
      return Response.json({}, { status: 401, headers });
    }
    const { user, session } = signedIn;
    const path = new URL(request.url).pathname;
    await consumeRateLimit({
      limit: 'ticket',
      key: user.id,
      actorId: user.id,
      path,
      request: requestFacts(request),
    });
    return Response.json({ ticket: await issueTicket({ sessionId: session.id }) }, { headers });
  } catch (thrown) {
    const error = expectedError(thrown);
    if (!error) logDefect({ error: thrown, request });
    const { type } = error ?? new AppError('internal_error', { cause: thrown });
    return Response.json({}, { status: errorCatalogue[type].status, headers });
  }
}

/** A browser keeps sending its ended session until a page shows that, and the log records it (D6). */
async function recordLostSync(request: Request): Promise<void> {
  if (!readSessionToken(request)) return;
  const path = new URL(request.url).pathname;
  const reason = 'session_over';
  await recordFailedSignIn({ code: 'sync_failed', reason, path, request: requestFacts(request) });
}
