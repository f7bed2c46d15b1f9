import { useCallback, useEffect, useRef, useState } from 'react';
import { useToast } from '#app/components/ui/toast.tsx';
import type { RevealAnswer } from '#app/http/reveal-key.server.ts';

export interface ShownKey {
  /** The key while it is shown, else null. */
  shown: string | null;
  isPending: boolean;
  show: () => void;
  hide: () => void;
  /** The key for a copy, shown or not; rejects where the server does not tell it. */
  take: () => Promise<string>;
}

const failed = 'Failed to fetch user data. Please try again later.';

/**
 * The account's key, asked for once while the page is open: what is shown and every copy use that one answer. A
 * sign-in that is too old is confirmed first; the page then opens with `reveal=key` and goes on by itself.
 */
export function useApiKey(): ShownKey {
  const asked = useRef<Promise<RevealAnswer> | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const showToast = useToast();

  const take = useCallback(async () => {
    asked.current ??= askForKey();
    const { apiKey, leadTo, title = 'Error', message = failed } = await asked.current;
    if (apiKey) return apiKey;
    asked.current = null;
    if (leadTo) window.location.assign(leadTo);
    else showToast({ title, message, tone: 'error' });
    throw new Error('The key was not told.');
  }, [showToast]);

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

async function askForKey(): Promise<RevealAnswer> {
  const body = new URLSearchParams({ from: window.location.pathname + window.location.search });
  try {
    const answer = await fetch('/dashboard/api-key', {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    });
    return (await answer.json()) as RevealAnswer;
  } catch {
    return {};
  }
}
