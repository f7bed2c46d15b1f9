import { daySeconds } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';

const lifeSeconds = 30 * daySeconds;

/** Browsers take the `__Host-` prefix over https only. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-session' : 'session';
}

/** Attributes of all our cookies: for the server alone, sent by our own pages and by links to them. */
export function cookieAttributes() {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env().APP_ORIGIN.startsWith('https:'),
  } as const;
}

/** The session's token in the request's cookies, or null. */
export function readSessionToken(request: Request): string | null {
  const name = sessionCookieName(env().APP_ORIGIN);
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

export function sessionCookie(token: string): string {
  return writeCookie({ value: token, maxAge: lifeSeconds });
}

export function clearedSessionCookie(): string {
  return writeCookie({ value: '', maxAge: 0 });
}

/** Written by hand: the token is no JSON and needs no signature, being 256 random bits. */
function writeCookie({ value, maxAge }: { value: string; maxAge: number }): string {
  const secure = cookieAttributes().secure ? '; Secure' : '';
  return `${sessionCookieName(env().APP_ORIGIN)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
