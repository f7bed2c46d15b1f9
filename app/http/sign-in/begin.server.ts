import { redirect } from '@remix-run/node';
import * as oidc from 'openid-client';
import { identityProvider } from '#app/http/sign-in/provider.server.ts';
import { keepTransaction } from '#app/http/sign-in/transaction.server.ts';
import { daySeconds } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';

/** Where the identity provider sends people back to. */
export function callbackUrl(): string {
  return new URL('/auth/callback', env().APP_ORIGIN).href;
}

/** Lifetime of a session of ours. Requesting it makes the provider report the time of its last prompt. */
const oldestSignInSeconds = 30 * daySeconds;

/** Input of a sign-in. */
export interface SignInStart {
  redirectTo: string;
  isFresh: boolean;
  isConfirm: boolean;
  hint: string | null;
}

/**
 * Redirects the browser to the identity provider: code flow with PKCE, state and nonce.
 * @param isFresh the provider prompts even if it knows the person: after a sign-out
 * @param isConfirm the provider has to confirm that it prompted just now
 * @param hint address of the person who confirms
 */
export async function beginSignIn({ redirectTo, isFresh, isConfirm, hint }: SignInStart): Promise<Response> {
  const config = await identityProvider();
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const to = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(),
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(isFresh && { prompt: 'login' }),
    max_age: String(isConfirm ? 0 : oldestSignInSeconds),
    ...(hint && { login_hint: hint }),
  });
  const kept = await keepTransaction({
    state,
    nonce,
    verifier,
    redirectTo,
    isConfirm,
    startedAt: Date.now(),
  });
  return redirect(to.href, { headers: { 'Set-Cookie': kept } });
}
