import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { AppError } from '#domain/errors.ts';
import { identityOf } from '#app/http/sign-in/identity-of.ts';
import { identityProvider } from '#app/http/sign-in/provider.server.ts';
import type { Identity } from '#server/accounts/types.ts';

/** Maximum age of an id_token (security.md section 3), and the clock tolerance. */
const oldestSeconds = 300;
const skewSeconds = 30;
/** Keys of our own, such as HS256 would take, and `none` are no proof. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

let keys: { url: string; get: JWTVerifyGetKey } | undefined;

/**
 * The person an id_token belongs to. Checks issuer, audience, signature, times and, if one was sent, the nonce. Ignores
 * keys that the token itself names (jwk, jku, x5u).
 *
 * @returns null for any that is not good; else the person, and when it will be refused for its age
 * @throws AppError external_service_error: the provider does not respond
 */
export async function readIdentityToken({
  token,
  nonce,
}: {
  token: string;
  nonce: string | undefined;
}): Promise<{ identity: Identity; expiresAt: Date } | null> {
  const payload = await verify(token);
  if (!payload) return null;
  const { iss, sub, iat, azp } = payload;
  const clientId = (await provider()).clientMetadata().client_id;
  if (!iss || !sub || iat === undefined) return null;
  // OpenID Connect Core 3.1.3.7: of several audiences the one that it was made for is named.
  if ((Array.isArray(payload.aud) && payload.aud.length > 1) || azp !== undefined) {
    if (azp !== clientId) return null;
  }
  if (nonce !== undefined && payload['nonce'] !== nonce) return null;
  const identity = identityOf({ claims: { ...payload, iss, sub }, profile: payload });
  return { identity, expiresAt: new Date((iat + oldestSeconds + 2 * skewSeconds) * 1000) };
}

async function verify(token: string): Promise<JWTPayload | null> {
  const config = await provider();
  const { issuer, jwks_uri: url } = config.serverMetadata();
  if (url === undefined) throw unavailable();
  if (keys?.url !== url) keys = { url, get: createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 }) };
  try {
    const { payload } = await jwtVerify(token, keys.get, {
      issuer,
      audience: config.clientMetadata().client_id,
      algorithms,
      maxTokenAge: oldestSeconds,
      clockTolerance: skewSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    return payload;
  } catch (error) {
    if (isOfProvider(error)) throw unavailable(error);
    return null;
  }
}

/** Reports whether the way to the provider's keys failed, and not the token. */
function isOfProvider(error: unknown): boolean {
  if (error instanceof errors.JOSEError) {
    return ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code);
  }
  return error instanceof TypeError && error.message === 'fetch failed';
}

async function provider() {
  try {
    return await identityProvider();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause?: unknown): AppError {
  const message = 'The identity provider is not responding. Try again in a minute.';
  return new AppError('external_service_error', { message, cause });
}
