import { useCallback, useEffect, useRef, useState } from 'react';
import type { RevealedSecret } from '#app/components/account/secret-line.tsx';
import { useDirectCall } from '#app/components/token/use-direct-call.ts';

/**
 * The account's key, requested once while the page is open: the display and every copy use that one response. An old
 * sign-in is confirmed first; the page then opens with `reveal=key` and continues automatically.
 * @param anchor id of the card the browser returns to
 */
export function useShownApiKey(anchor = ''): RevealedSecret {
  const asked = useRef<Promise<{ api_key: string } | null> | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [confirmPath, setConfirmPath] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const call = useDirectCall();

  const take = useCallback(async () => {
    asked.current ??= call<{ api_key: string }>({
      method: 'POST',
      path: '/v1/auth/api-key/reveal',
      fallback: 'Failed to fetch user data. Please try again later.',
      isMet: ({ details }) => {
        if (details['reason'] !== 'sign_in_too_old') return false;
        setConfirmPath(confirmPathOf(anchor));
        return true;
      },
    });
    const reported = await asked.current;
    if (reported) return reported.api_key;
    asked.current = null;
    throw new Error('The key could not be shown.');
  }, [call, anchor]);

  const show = useCallback(() => {
    setPending(true);
    // The error has already been shown.
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
    setBack(true);
    show();
  }, [show]);

  const stay = useCallback(() => setConfirmPath(null), []);
  return { shown, isPending, show, hide, take, confirmPath, stay, isBack };
}

/** URL of a fresh sign-in that returns to this page (security.md section 4). */
function confirmPathOf(anchor: string): string {
  const page = new URL(window.location.href);
  page.searchParams.set('reveal', 'key');
  if (anchor) page.hash = anchor;
  const query = new URLSearchParams({ redirectTo: page.pathname + page.search + page.hash });
  return `/auth/confirm?${query.toString()}`;
}
