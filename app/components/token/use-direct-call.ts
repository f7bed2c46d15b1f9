import { useOutletContext } from '@remix-run/react';
import { useCallback } from 'react';
import { useToast } from '#app/components/ui/toast.tsx';
import { readAnswer, type ApiAnswer, type ApiFailure } from './api-answer.ts';
import type { SignedIn } from './signed-in-outlet.tsx';

interface Call {
  method: 'GET' | 'POST';
  /** Under /api. */
  path: string;
}

interface DirectCall extends Call {
  /** What is said of a failure that has no words of its own: "Failed to fetch user data. Please try again later." */
  fallback: string;
  /** Whether the page has a way out of a failure and has taken it: then nothing is said. */
  isMet?: (failure: ApiFailure) => boolean;
}

/**
 * Calls the API by the product token of this page (specification sections 7 and 8).
 * @returns a call that answers the data; null after a failure, which has been told
 */
export function useDirectCall(): <Data>(call: DirectCall) => Promise<Data | null> {
  const { sessionId, goodToken, renewToken, endSignIn } = useOutletContext<SignedIn>();
  const showToast = useToast();
  return useCallback(
    async <Data>({ method, path, fallback, isMet }: DirectCall) => {
      const stored = () => goodToken(sessionId);
      const { data, failure } = await callApi<Data>({ method, path, stored, renew: renewToken });
      if (!failure) return data;
      const { type, title, message } = failure;
      if (type === 'authentication_error') endSignIn({ showToast, message: message ?? undefined });
      else if (!isMet?.(failure)) showToast({ title, message: message ?? fallback, tone: 'error' });
      return null;
    },
    [sessionId, goodToken, renewToken, endSignIn, showToast],
  );
}

/** A token that is refused is renewed once: a sign-in of another tab may have ended its session (D21). */
async function callApi<Data>({
  stored,
  renew,
  ...call
}: Call & { stored: () => string | null; renew: SignedIn['renewToken'] }): Promise<ApiAnswer<Data>> {
  const token = stored() ?? (await renew());
  const answer = await send({ token, ...call });
  const isFinal = answer.status !== 401 || token === '';
  return readAnswer(isFinal ? answer : await send({ token: await renew(), ...call }));
}

async function send({ token, method, path }: Call & { token: string | null }): Promise<Response> {
  // Of a token that could not be had the API would say the same, or there is nobody to say it.
  if (!token) return token === '' ? new Response(null, { status: 401 }) : Response.error();
  const headers = { authorization: `Bearer ${token}` };
  try {
    return await fetch(`/api${path}`, { method, headers, credentials: 'omit' });
  } catch {
    return Response.error();
  }
}
