import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { claimsOf } from './accounts.ts';
import { clientId } from './provider.ts';
import type { SigningKeys } from './signing-keys.ts';

/** An id_token without pages, for scripts; undefined where the text is no email address. */
export async function signIdToken({
  issuer,
  keys,
  email,
}: {
  issuer: string;
  keys: SigningKeys;
  email: string;
}) {
  const claims = claimsOf(email);
  if (!claims) return undefined;
  const { sub, ...others } = claims;
  return new SignJWT({ ...others, auth_time: Math.floor(Date.now() / 1000) })
    .setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid ?? '', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(sub)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(keys.jwk, 'RS256'));
}
