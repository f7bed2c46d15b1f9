import { Authenticator } from 'remix-auth';
import { isOwnPath, redirectTarget } from '#app/http/redirect-target.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { readSessionToken } from '#app/http/session-cookie.server.ts';
import { OidcStrategy } from '#app/http/sign-in/oidc-strategy.server.ts';
import { isMarkedSignedOut } from '#app/http/sign-in/signed-out.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { db } from '#server/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

interface Opened {
  token: string;
  redirectTo: string;
}

const strategy = new OidcStrategy<Opened>(
  async ({ identity, transaction, request }) => {
    const formerToken = readSessionToken(request);
    const { token } = await signInAccount({ identity, request: requestFacts(request), formerToken });
    return { token, redirectTo: transaction.redirectTo };
  },
  async (request) => ({ redirectTo: await wantedPage(request), isFresh: await isMarkedSignedOut(request) }),
);

const authenticator = new Authenticator<Opened>().use(strategy);

/** Begins a sign-in (throws the Response that leads to the provider) or ends it with an open session. */
export function authenticate(request: Request): Promise<Opened> {
  return authenticator.authenticate(strategy.name, request);
}

async function wantedPage(request: Request): Promise<string> {
  const text = new URL(request.url).searchParams.get('redirectTo');
  const origin = env().APP_ORIGIN;
  if (text !== null && !isOwnPath({ text, origin })) {
    await recordEvent({
      tx: db(),
      code: 'open_redirect',
      path: '/auth/login',
      request: requestFacts(request),
    });
  }
  return redirectTarget({ text, origin });
}
