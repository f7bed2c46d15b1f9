import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { isOwnPath, safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { readSessionToken } from '#app/http/session/session-cookie.server.ts';
import { isMarkedSignedOut } from '#app/http/sign-in/signed-out.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import type { Identity } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { beginSignIn, callbackUrl, type SignInStart } from '#app/http/sign-in/begin.server.ts';
import { finishSignIn } from '#app/http/sign-in/finish.server.ts';
import { readTransaction, type Transaction } from '#app/http/sign-in/transaction.server.ts';

/** Verified response of the provider, for opening the session. */
interface Verified {
  identity: Identity;
  transaction: Transaction;
  request: Request;
}

/** A callback without a sign-in of this browser: too late, repeated, or begun in another browser. */
class NoTransactionError extends Error {
  readonly code = 'no_transaction';
}

/** Sign-in by OpenID Connect for remix-auth, which requires a class. */
class OidcStrategy<User> extends Strategy<User, Verified> {
  name = 'oidc';

  constructor(
    verify: Strategy.VerifyFunction<User, Verified>,
    private readonly start: (request: Request) => Promise<SignInStart>,
  ) {
    super(verify);
  }

  /** @throws Response: the redirect to the provider, unless the request is its callback */
  async authenticate(request: Request): Promise<User> {
    if (new URL(request.url).pathname !== new URL(callbackUrl()).pathname)
      throw await beginSignIn(await this.start(request));
    const transaction = await readTransaction(request);
    if (!transaction) throw new NoTransactionError('No sign-in is under way in this browser.');
    const identity = await finishSignIn({ request, transaction });
    return this.verify({ identity, transaction, request });
  }
}

interface Opened {
  token: string;
  redirectTo: string;
}

/** Path that begins a sign-in with confirmation. */
const confirmPath = '/auth/confirm';

const strategy = new OidcStrategy<Opened>(
  async ({ identity, transaction: { isConfirm, redirectTo }, request }) => {
    const formerToken = readSessionToken(request);
    const former = isConfirm && formerToken ? await findSession({ token: formerToken }) : null;
    const { token, userId } = await signInAccount({ identity, request: requestFacts(request), formerToken });
    // A sign-in is not continued by another person.
    return { token, redirectTo: former && former.user.id !== userId ? '/dashboard' : redirectTo };
  },
  async (request) => {
    const isConfirm = new URL(request.url).pathname === confirmPath;
    const token = isConfirm ? readSessionToken(request) : null;
    const hint = (token && (await findSession({ token }))?.user.email) || null;
    const isFresh = await isMarkedSignedOut(request);
    return { redirectTo: await wantedPage(request), isFresh, isConfirm, hint };
  },
);

const authenticator = new Authenticator<Opened>().use(strategy);

/** Begins a sign-in (throws the redirect to the provider) or completes it with an open session. */
export function authenticate(request: Request): Promise<Opened> {
  return authenticator.authenticate(strategy.name, request);
}

async function wantedPage(request: Request): Promise<string> {
  const { pathname: path, searchParams } = new URL(request.url);
  const text = searchParams.get('redirectTo');
  const origin = env().APP_ORIGIN;
  if (text !== null && !isOwnPath({ text, origin })) {
    await recordEvent({ tx: db(), code: 'open_redirect', path, request: requestFacts(request) });
  }
  return safeRedirectTarget({ text, origin });
}
