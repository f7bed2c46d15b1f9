import { redirect } from '@remix-run/node';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { isOwnPath } from '#app/http/session/redirect-target.ts';
import { clearedSessionCookie, readSessionToken } from '#app/http/session/session-cookie.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** A request to be judged, with the session it belongs to. */
export interface SessionRequest {
  request: Request;
  /** Null: not signed in. Looked up once. */
  session: () => Promise<SignedInAccount | null>;
}

/**
 * Access to a page or a form: throws if it is denied.
 * @returns data for the route beside its arguments
 */
export type Guard<Allowed extends object> = (asked: SessionRequest) => Promise<Allowed>;

/** The guard of public pages: no session is looked up. */
export function anybody(): Promise<object> {
  return Promise.resolve({});
}

/** The guard of a public page with a different response for signed-in users. */
export async function ifSignedIn({ session }: SessionRequest): Promise<{ signedIn: SignedInAccount | null }> {
  return { signedIn: await session() };
}

/** The signed-in user, or null. Read from the database on every request: an ended session or role ends at once. */
export async function currentUser(request: Request): Promise<SignedInAccount | null> {
  const token = readSessionToken(request);
  return token ? findSession({ token }) : null;
}

/** The signed-in user; others are redirected to the sign-in page, and after it back to this one. */
export async function requireUser({ request, session }: SessionRequest): Promise<SignedInAccount> {
  const signedIn = await session();
  if (signedIn) return signedIn;
  const to = new URL('/login', env().APP_ORIGIN);
  to.searchParams.set('redirectTo', pageOfRequest(request));
  const hasCookie = readSessionToken(request) !== null;
  if (hasCookie || isFromSignedInPage(request)) to.searchParams.set('reason', 'expired');
  throw redirect(
    to.pathname + to.search,
    hasCookie ? { headers: { 'Set-Cookie': clearedSessionCookie() } } : {},
  );
}

/**
 * Reports whether a script of a signed-in page sent this request: the response to an earlier request of that page may have
 * removed the cookie.
 */
function isFromSignedInPage(request: Request): boolean {
  if (request.headers.get('sec-fetch-dest') !== 'empty') return false;
  return /^\/(?:dashboard|admin)(?:\/|$)/.test(ownReferer(request)?.pathname ?? '');
}

/**
 * A signed-in admin; other users are redirected to the dashboard, and so are all requests while the session cannot be
 * read (specification section 6).
 */
export async function requireAdmin(asked: SessionRequest): Promise<SignedInAccount> {
  const { request } = asked;
  const signedIn = await userOrDashboard(asked);
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

async function userOrDashboard(asked: SessionRequest): Promise<SignedInAccount> {
  const { request } = asked;
  try {
    return await requireUser(asked);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!expectedError(error)) logDefect({ error, request });
    throw redirect('/dashboard');
  }
}

/** The page of a request; for a submitted form, the page with the form. */
export function pageOfRequest(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return request.method === 'GET' ? pathname + search : refererOf(request);
}

/** The page of a link or a form; the dashboard without a Referer. */
export function refererOf(request: Request): string {
  const page = ownReferer(request);
  const text = page ? page.pathname + page.search : '';
  return isOwnPath({ text, origin: env().APP_ORIGIN }) ? text : '/dashboard';
}

/** The page of this site that sent a request; null without one, or from another site. */
function ownReferer(request: Request): ReturnType<typeof parseUrl> {
  const page = parseUrl(request.headers.get('referer') ?? '');
  return page?.origin === new URL(env().APP_ORIGIN).origin ? page : null;
}
