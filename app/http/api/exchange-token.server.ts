import { AppError } from '#domain/errors.ts';
import type { Answer } from '#app/http/api/answer.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { readIdentityToken } from '#app/http/sign-in/identity-token.server.ts';
import { productTokenSeconds, signProductToken } from '#server/accounts/product-token.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { takeTokenOnce } from '#server/accounts/take-token-once.server.ts';
import { db } from '#server/db.server.ts';
import { requirePoints, takePoints } from '#server/rate-limit/take-points.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Exchanges an id_token of the identity provider, once, for the product token. Its session is as short as the token:
 * nothing else is issued under it.
 * @throws AppError authentication_error: not good, too old, or used; authorization_error: suspended
 */
export async function exchangeToken({
  request,
  token,
  nonce,
}: {
  request: Request;
  token: string;
  nonce?: string | undefined;
}): Promise<Answer> {
  const facts = requestFacts(request);
  const path = new URL(request.url).pathname;
  await requirePoints({ limit: 'bad_credentials', key: facts.ip });
  const read = await readIdentityToken({ token, nonce });
  const isFirst = read && (await takeTokenOnce({ token, expiresAt: read.expiresAt, path, request: facts }));
  if (!read || !isFirst) {
    if (!read) await recordEvent({ tx: db(), code: 'token_bad', path, request: facts });
    await takePoints({ limit: 'bad_credentials', key: facts.ip, path, request: facts });
    throw new AppError('authentication_error', { message: 'Authentication failed. Please try again.' });
  }
  const { userId, sessionId } = await signInAccount({
    identity: read.identity,
    request: facts,
    formerToken: null,
    path,
    lifeMs: productTokenSeconds * 1_000,
  });
  const issued = await signProductToken({ userId, sessionId });
  return { data: { token: issued, token_type: 'Bearer', expires_in: productTokenSeconds } };
}
