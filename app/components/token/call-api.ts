import { readApiResult, type ApiResult } from './api-result.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** Path below /api. */
  path: string;
}

interface Tokens {
  /** Returns the stored token if it is usable. */
  stored: () => string | null;
  renew: () => Promise<string | null>;
}

/**
 * Calls the API with the product token. Renews a rejected token once: a sign-in in another tab may have ended
 * its session (D21).
 */
export async function callApi<Data>({ stored, renew, ...call }: Call & Tokens): Promise<ApiResult<Data>> {
  const token = stored() ?? (await renew());
  const response = await send({ token, ...call });
  const isFinal = response.status !== 401 || token === '';
  return readApiResult(isFinal ? response : await send({ token: await renew(), ...call }));
}

async function send({ token, method, path }: Call & { token: string | null }): Promise<Response> {
  // Without a token, the API would return the same error, or there is nobody to show it to.
  if (!token) return token === '' ? new Response(null, { status: 401 }) : Response.error();
  const headers = { authorization: `Bearer ${token}` };
  try {
    return await fetch(`/api${path}`, { method, headers, credentials: 'omit' });
  } catch {
    return Response.error();
  }
}
