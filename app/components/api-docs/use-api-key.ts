import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiFailure } from '#app/components/token/api-answer.ts';
import { useDirectCall } from '#app/components/token/use-direct-call.ts';

export interface ShownKey {
  /** The key while it is shown, else null. */
  shown: string | null;
  isPending: boolean;
  show: () => void;
  hide: () => void;
  /** The key for a copy, shown or not; rejects where the server does not tell it. */
  take: () => Promise<string>;
}

/**
 * The account's key, asked for once while the page is open: what is shown and every copy use that one answer. A
 * sign-in that is too old is confirmed first; the page then opens with `reveal=key` and goes on by itself.
 */
export function useApiKey(): ShownKey {
  const asked = useRef<Promise<{ api_key: string } | null> | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const call = useDirectCall();

  const take = useCallback(async () => {
    asked.current ??= call<{ api_key: string }>({
      method: 'POST',
      path: '/v1/auth/api-key/reveal',
      fallback: 'Failed to fetch user data. Please try again later.',
      isMet: isBeingConfirmed,
    });
    const told = await asked.current;
    if (told) return told.api_key;
    asked.current = null;
    throw new Error('The key was not told.');
  }, [call]);

  const show = useCallback(() => {
    setPending(true);
    // What went wrong has been said.
    void take()
      .then(setShown, () => undefined)
      .finally(() => setPending(false));
  }, [take]);
  const hide = useCallback(() => setShown(null), []);

  useEffect(() => {
    const url = new URL(window.location.href);
    if (url.searchParams.get('reveal') !== 'key') return;
    url.searchParams.delete('reveal');
    window.history.replaceState(window.history.state, '', url);
    show();
  }, [show]);

  return { shown, isPending, show, hide, take };
}

/** Leads to the identity provider where the sign-in is too old for the key (security.md section 4). */
function isBeingConfirmed({ details }: ApiFailure): boolean {
  if (details['reason'] !== 'sign_in_too_old') return false;
  const page = new URL(window.location.href);
  page.searchParams.set('reveal', 'key');
  const query = new URLSearchParams({ redirectTo: page.pathname + page.search });
  window.location.assign(`/auth/confirm?${query.toString()}`);
  return true;
}
