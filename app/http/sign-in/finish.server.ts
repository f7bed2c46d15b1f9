import * as oidc from 'openid-client';
import { callbackUrl } from '#app/http/sign-in/begin.server.ts';
import { identityOf } from '#app/http/sign-in/identity-of.ts';
import { identityProvider } from '#app/http/sign-in/provider.server.ts';
import type { Transaction } from '#app/http/sign-in/transaction.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { minuteMs } from '#domain/time/units.ts';
import { recordFailedSignIn } from '#server/accounts/sessions/record-failed-sign-in.server.ts';
import type { Identity } from '#server/accounts/types.ts';

/**
 * Exchanges the provider's callback for an identity. openid-client checks state, issuer, PKCE, nonce, and of the
 * id_token signature, issuer, audience, times and algorithm; the first invalid one throws. For a confirmation, the
 * provider must have prompted since it began.
 */
export async function finishSignIn({
  request,
  transaction,
}: {
  request: Request;
  transaction: Transaction;
}): Promise<Identity> {
  const config = await identityProvider();
  // Held against our own address: the one that the request names came through proxies.
  const response = new URL(callbackUrl());
  response.search = new URL(request.url).search;
  const tokens = await oidc.authorizationCodeGrant(config, response, {
    expectedState: transaction.state,
    expectedNonce: transaction.nonce,
    pkceCodeVerifier: transaction.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no id_token.');
  if (transaction.isConfirm && !isAskedSince({ claims, startedAt: transaction.startedAt })) {
    throw new NotConfirmedError('The provider did not ask the person to sign in again.');
  }
  const userInfo = await readUserInfo({
    config,
    accessToken: tokens.access_token,
    subject: claims.sub,
    request,
  });
  return identityOf({ claims, profile: { ...claims, ...userInfo } });
}

/** A callback without the requested confirmation. */
class NotConfirmedError extends Error {
  readonly code = 'not_confirmed';
}

/** Tolerance for a provider's clock behind ours. */
const skewMs = minuteMs;

/** Requested with max_age, an id_token has the time of the person's sign-in (OpenID Connect Core 3.1.2.1). */
function isAskedSince({
  claims: { auth_time: at },
  startedAt,
}: {
  claims: { auth_time?: unknown };
  startedAt: number;
}): boolean {
  return typeof at === 'number' && at * 1_000 >= startedAt - skewMs;
}

/** The profile beside the id_token. A failure does not stop the sign-in (D6); the security log records it. */
async function readUserInfo({
  config,
  accessToken,
  subject,
  request,
}: {
  config: oidc.Configuration;
  accessToken: string;
  subject: string;
  request: Request;
}): Promise<object> {
  if (!config.serverMetadata().userinfo_endpoint) return {};
  try {
    return await oidc.fetchUserInfo(config, accessToken, subject);
  } catch (error) {
    const reason = failureCode(error);
    await recordFailedSignIn({ code: 'sync_failed', reason, request: requestFacts(request) });
    return {};
  }
}

/** A short code for why a sign-in failed, from the provider or the library; never a value of the request. */
export function failureCode(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'provider_error';
  }
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown';
}
