import type { ApiResponse } from '#app/http/api/response.server.ts';
import { readIdentityToken } from '#app/http/sign-in/identity-token.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { productTokenSeconds, signProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { isTicket, redeemTicket } from '#server/accounts/sessions/redeem-ticket.server.ts';
import { takeTokenOnce } from '#server/accounts/sessions/take-token-once.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Exchanges an id_token of the identity provider, once, for the product token; or a ticket of a page of ours, once,
 * for the token of that page's session. The session of an id_token is as short as the token: nothing else is issued
 * under it.
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
}): Promise<ApiResponse> {
  const facts = requestFacts(request);
  const path = new URL(request.url).pathname;
  const about = { path, request: facts };
  const whose = isTicket(token)
    ? await byTicket({ ticket: token, ...about })
    : await byIdentity({ token, nonce, ...about });
  if (!whose) {
    await consumeRateLimit({ limit: 'bad_credentials', key: facts.ip, ...about });
    throw new AppError('authentication_error', { message: 'Authentication failed. Please try again.' });
  }
  const issued = await signProductToken(whose);
  return { data: { token: issued, token_type: 'Bearer', expires_in: productTokenSeconds } };
}

interface About {
  path: string;
  request: RequestFacts;
}

type Principal = { userId: number; sessionId: number } | null;

async function byTicket({ ticket, ...about }: About & { ticket: string }): Promise<Principal> {
  const found = await redeemTicket({ ticket, ...about });
  if (!found) return null;
  const { user, session } = found;
  if (user.suspendedAt) throw new AppError('authorization_error', { message: 'This account is suspended.' });
  return { userId: user.id, sessionId: session.id };
}

async function byIdentity({
  token,
  nonce,
  path,
  request,
}: About & { token: string; nonce: string | undefined }): Promise<Principal> {
  const read = await readIdentityToken({ token, nonce });
  if (!read) await recordEvent({ tx: db(), code: 'token_bad', path, request });
  if (!read || !(await takeTokenOnce({ token, expiresAt: read.expiresAt, path, request }))) return null;
  const { identity } = read;
  const lifeMs = productTokenSeconds * 1_000;
  return signInAccount({ identity, request, formerToken: null, path, lifeMs });
}
