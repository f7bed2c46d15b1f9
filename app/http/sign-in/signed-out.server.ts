import { signedCookie } from '#app/http/session/signed-cookie.server.ts';
import { daySeconds } from '#domain/time/units.ts';

// After a sign-out the provider still knows the person. The next sign-in makes it prompt, else the next user of a
// shared computer would be signed in as the previous one.
const cookie = () => signedCookie({ name: 'signedout', maxAgeSeconds: 30 * daySeconds });

export function markSignedOut(): Promise<string> {
  return cookie().serialize(true);
}

export function unmarkSignedOut(): Promise<string> {
  return cookie().serialize('', { maxAge: 0 });
}

export async function isMarkedSignedOut(request: Request): Promise<boolean> {
  return (await cookie().parse(request.headers.get('cookie'))) === true;
}
