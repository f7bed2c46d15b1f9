import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { env } from '#server/env.server.ts';

/** Lifetime of a product token (security.md section 3). */
export const productTokenSeconds = 15 * 60;

const audience = 'api';
const algorithm = 'HS256';

/** The product's own token: it names a session and is as good as that, for 15 minutes at most. */
export async function signProductToken({
  userId,
  sessionId,
}: {
  userId: number;
  sessionId: number;
}): Promise<string> {
  const [key] = keys();
  if (!key) throw new Error('SESSION_SECRETS is not set: no token can be signed.');
  return new SignJWT({ sid: String(sessionId) })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(env().APP_ORIGIN)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt()
    .setExpirationTime(`${productTokenSeconds}s`)
    .sign(key);
}

export type ReadToken = { userId: number; sessionId: number } | 'expired' | 'bad';

/** Account and session of a product token. An expired token of ours is reported separately: it is no attack. */
export async function readProductToken(token: string): Promise<ReadToken> {
  let isExpired = false;
  for (const key of keys()) {
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: env().APP_ORIGIN,
        audience,
        algorithms: [algorithm],
        requiredClaims: ['sub', 'sid', 'exp'],
      });
      const [userId, sessionId] = [Number(payload.sub), Number(payload['sid'])];
      return Number.isSafeInteger(userId) && Number.isSafeInteger(sessionId) ? { userId, sessionId } : 'bad';
    } catch (error) {
      // Thrown after the signature was found good.
      if (error instanceof errors.JWTExpired) isExpired = true;
    }
  }
  return isExpired ? 'expired' : 'bad';
}

/** One derived key per session secret, used for nothing else. */
function keys(): Uint8Array[] {
  return env().SESSION_SECRETS.map((secret) => createHmac('sha256', secret).update('product-token').digest());
}
