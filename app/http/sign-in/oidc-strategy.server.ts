import { Strategy } from 'remix-auth/strategy';
import { beginSignIn, callbackUrl, type SignInStart } from '#app/http/sign-in/begin.server.ts';
import { finishSignIn } from '#app/http/sign-in/finish.server.ts';
import { readTransaction, type Transaction } from '#app/http/sign-in/transaction.server.ts';
import type { Identity } from '#server/accounts/types.ts';

/** Verified response of the provider, for opening the session. */
export interface Verified {
  identity: Identity;
  transaction: Transaction;
  request: Request;
}

/** A callback without a sign-in of this browser: too late, repeated, or begun by somebody else. */
export class NoTransactionError extends Error {
  readonly code = 'no_transaction';
}

/** Sign-in by OpenID Connect for remix-auth, which requires a class. */
export class OidcStrategy<User> extends Strategy<User, Verified> {
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
