import { redirect } from '@remix-run/node';
import { expectedError, logDefect } from '#app/http/expected-error.server.ts';
import { isOwnPath } from '#app/http/redirect-target.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { clearedSessionCookie, readSessionToken } from '#app/http/session-cookie.server.ts';
import { findSession } from '#server/accounts/find-session.server.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { db } from '#server/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** The signed-in user, or null. Read from the database on every request: an ended session or role ends at once. */
export async function currentUser(request: Request): Promise<SignedIn | null> {
  const token = readSessionToken(request);
  return token ? findSession({ token }) : null;
}

/** The signed-in user; anybody else is led to the sign-in page, and from there back to where they were. */
export async function requireUser(request: Request): Promise<SignedIn> {
  const signedIn = await currentUser(request);
  if (signedIn) return signedIn;
  const to = new URL('/login', env().APP_ORIGIN);
  to.searchParams.set('redirectTo', pageOf(request));
  if (!readSessionToken(request)) throw redirect(to.pathname + to.search);
  to.searchParams.set('reason', 'expired');
  throw redirect(to.pathname + to.search, { headers: { 'Set-Cookie': clearedSessionCookie() } });
}

/**
 * A signed-in admin; other users are led to the dashboard, and so is everybody while it cannot be found out who asks
 * (specification section 6).
 */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  const signedIn = await userOrDashboard(request);
  if (signedIn.user.role === 'admin') return signedIn;
  const { pathname } = new URL(request.url);
  const actorId = signedIn.user.id;
  try {
    await recordEvent({
      tx: db(),
      code: 'access_denied',
      actorId,
      path: pathname,
      request: requestFacts(request),
      details: { reason: 'role' },
    });
  } catch (error) {
    if (!expectedError(error)) logDefect({ error, request });
  }
  throw redirect('/dashboard');
}

async function userOrDashboard(request: Request): Promise<SignedIn> {
  try {
    return await requireUser(request);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!expectedError(error)) logDefect({ error, request });
    throw redirect('/dashboard');
  }
}

/** The page a request belongs to: of a form that was sent, the page it stood on. */
function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  if (request.method === 'GET') return pathname + search;
  const referer = request.headers.get('referer') ?? '';
  const origin = env().APP_ORIGIN;
  if (!URL.canParse(referer) || new URL(referer).origin !== new URL(origin).origin) return '/dashboard';
  const page = new URL(referer);
  const text = page.pathname + page.search;
  return isOwnPath({ text, origin }) ? text : '/dashboard';
}
