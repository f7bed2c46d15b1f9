import { useOutletContext } from '@remix-run/react';
import { useCallback } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { toErrorToast } from '#domain/error-toast.ts';
import type { ApiFailure } from './api-result.ts';
import { cachedResponse } from './cached-responses.ts';
import { callApi, type Call } from './call-api.ts';
import type { SignedIn } from './signed-in-outlet.tsx';

interface DirectCall extends Call {
  /**
   * Fallback text of specification section 8 for a failure without a structured error: "Failed to load user
   * statistics"
   */
  fallback: string;
  /** Returns true if the page has handled the failure itself: then no toast appears. */
  isMet?: (failure: ApiFailure) => boolean;
  /** Allows a cached response of the last 5 seconds. */
  isKept?: boolean;
}

/**
 * Calls the API with the product token of this page (specification sections 7 and 8).
 * @returns a call that returns the data; null after a failure, which has been shown
 */
export function useDirectCall(): <Data>(call: DirectCall) => Promise<Data | null> {
  const { sessionId, goodToken, renewToken, endSignIn } = useOutletContext<SignedIn>();
  const showToast = useToast();
  return useCallback(
    async <Data>({ method, path, fallback, isMet, isKept = false }: DirectCall) => {
      const stored = () => goodToken(sessionId);
      const ask = () => callApi<Data>({ method, path, stored, renew: renewToken });
      const { data, failure } = await (isKept ? cachedResponse({ path, ask }) : ask());
      if (!failure) return data;
      const { type, message } = failure;
      if (type === 'authentication_error') endSignIn({ showToast, message });
      else if (!isMet?.(failure)) showToast({ ...toErrorToast({ type, message, fallback }), tone: 'error' });
      return null;
    },
    [sessionId, goodToken, renewToken, endSignIn, showToast],
  );
}
