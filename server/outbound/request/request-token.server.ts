import { errorText } from '#domain/execution.ts';
import { headersError } from '#domain/job/headers.ts';
import { authHeader, type OAuthClient } from '#domain/job/request-auth.ts';
import { dayMs, minuteMs } from '#domain/time/units.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import type { CallResponse, CallRequest, CallResult } from '#server/outbound/types.ts';
import { userAgent } from './user-agent.server.ts';

/** For the whole token request. */
const tokenTimeoutMs = 10_000;
/** Lifetime of a token without `expires_in`. */
export const unsaidTokenMs = 300_000;
/** Maximum lifetime, even if the issuer allows more. */
const longestMs = dayMs;
/** A token is not used in the last tenth of its time, at most this. */
const longestMarginMs = minuteMs;
const longestBearer = 4_096 - 'Bearer '.length;

type IssuedToken =
  /** 0: it is for one call. */
  | { token: string; keptMs: number }
  /** Why there is none, in words for its owner. */
  | { explanation: string; refusal?: string | null };

/** Error codes of token requests (RFC 6749 section 5.2, RFC 8707): another text could repeat a secret. */
const errorCodes = new Set(
  (
    'invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope ' +
    'invalid_target access_denied server_error temporarily_unavailable'
  ).split(' '),
);

/**
 * Requests an access token from the token URL of a client, by the guarded HTTP client: within 10 s, without redirects.
 * @param client with its secrets filled in
 */
export async function requestToken(client: OAuthClient): Promise<IssuedToken> {
  const result = await callTarget(tokenRequest(client));
  const { response, error } = result;
  if (error !== null || response === null) return unreached(result);
  const given = objectIn(response);
  if (response.statusCode < 200 || response.statusCode > 299)
    return { explanation: refusedBy({ status: response.statusCode, code: given?.['error'] }) };
  return response.isTruncated
    ? { explanation: 'the response of the token URL is larger than 64 KiB' }
    : tokenIn(given);
}

/** The request of RFC 6749 section 4.4.2. */
export function tokenRequest({
  tokenUrl: url,
  clientId,
  clientSecret,
  scope,
  audience,
  clientAuth,
}: OAuthClient): CallRequest {
  const isBasic = clientAuth === 'basic';
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope !== null && { scope }),
    ...(audience !== null && { audience }),
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
  });
  return {
    ...{ url, method: 'POST', payload: body.toString(), timeoutMs: tokenTimeoutMs },
    headers: {
      ...(isBasic && { authorization: basicHeader({ clientId, clientSecret }) }),
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent(),
      via: '1.1 punctual',
    },
  };
}

/** Id and secret are form-encoded before Basic joins them (RFC 6749 section 2.3.1). */
function basicHeader({ clientId, clientSecret }: Pick<OAuthClient, 'clientId' | 'clientSecret'>): string {
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return authHeader({ type: 'basic', username: encoded(clientId), password: encoded(clientSecret) }).value;
}

function unreached({ error, explanation, detail }: CallResult): IssuedToken {
  if (error === 'target_not_allowed')
    return { explanation: 'the token URL is not an address on the public internet', refusal: detail };
  const timeoutSeconds = tokenTimeoutMs / 1_000;
  const text = errorText({ code: error ?? 'protocol_error', statusCode: null, timeoutSeconds });
  const words = text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
  return { explanation: `asking the token URL failed: ${words}${explanation ? ` (${explanation})` : ''}` };
}

function refusedBy({ status, code }: { status: number; code: unknown }): string {
  if (status >= 300 && status < 400)
    return `the token URL responded with ${status}, and its redirects are not followed`;
  const known = typeof code === 'string' && errorCodes.has(code) ? ` (${code})` : '';
  return `the token URL responded with ${status}${known}`;
}

function tokenIn(given: Record<string, unknown> | null): IssuedToken {
  const { access_token: token, token_type: type, expires_in: expiresIn } = given ?? {};
  if (typeof token !== 'string' || token === '')
    return { explanation: 'the response of the token URL has no access_token' };
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer')
    return { explanation: 'the access token is of another type than Bearer' };
  if (token.length > longestBearer) return { explanation: 'the access token is longer than 4 KiB' };
  if (!/^[\x21-\x7e]+$/.test(token) || headersError({ authorization: `Bearer ${token}` }) !== null)
    return { explanation: 'the access token cannot stand in a header' };
  return { token, keptMs: keptMsOf(expiresIn) };
}

/** Some issuers write the seconds as a text. */
function keptMsOf(expiresIn: unknown): number {
  if (expiresIn === undefined || expiresIn === null || expiresIn === '') return unsaidTokenMs;
  const ms = Number(expiresIn) * 1_000;
  if (!Number.isFinite(ms) || ms <= 0) return 0;
  return Math.min(ms - Math.min(ms / 10, longestMarginMs), longestMs);
}

function objectIn({ body, isBinary }: CallResponse): Record<string, unknown> | null {
  try {
    const parsed: unknown = isBinary ? null : JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
