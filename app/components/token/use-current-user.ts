import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { CurrentUser } from './poll-again.ts';
import { recordSave } from './saves.ts';

/**
 * Checks the signed-in user when the page becomes visible again, and reloads its data if another browser or a
 * program changed the account meanwhile. A failed check is ignored (specification section 4): the next one,
 * or any action on the page, reports the error. The code is loaded then, so opening a page does not need it.
 */
export function useCurrentUser({ sessionId, user, tier }: CurrentUser & { sessionId: number }): void {
  const { revalidate } = useRevalidator();
  const shown = useRef({ user, tier });
  // Reloaded, as after every save: earlier responses may be outdated.
  useEffect(() => {
    if (shown.current.user !== user) recordSave();
    shown.current = { user, tier };
  }, [user, tier]);
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState !== 'visible') return;
      const { isAnother } = await import('./poll-again.ts');
      if (await isAnother({ sessionId, shown: shown.current })) revalidate();
    };
    const onSeen = () => void poll().catch(() => {});
    document.addEventListener('visibilitychange', onSeen);
    window.addEventListener('focus', onSeen);
    return () => {
      document.removeEventListener('visibilitychange', onSeen);
      window.removeEventListener('focus', onSeen);
    };
  }, [sessionId, revalidate]);
}
