import { redirect } from '@remix-run/node';
import * as oidc from 'openid-client';
import { identityProvider } from '#app/http/sign-in/provider.server.ts';
import { keepTransaction } from '#app/http/sign-in/transaction.server.ts';
import { env } from '#server/env.server.ts';

/** Where the identity provider sends people back to. */
export function callbackUrl(): string {
  return new URL('/auth/callback', env().APP_ORIGIN).href;
}

/** As long as a session of ours. That it is asked for at all makes the provider say when it last asked the person. */
const oldestSignInSeconds = 30 * 24 * 3_600;

/** What a sign-in begins with. */
export interface SignInStart {
  redirectTo: string;
  isFresh: boolean;
  isConfirm: boolean;
  hint: string | null;
}

/**
 * Leads the browser to the identity provider: code flow with PKCE, state and nonce.
 * @param isFresh whether the provider asks again even if it knows the person: after a sign-out
 * @param isConfirm whether it has to say that it asked just now
 * @param hint the address of who is to confirm
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
