import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { CurrentUser } from './poll-again.ts';
import { recordSave } from './saves.ts';

/**
 * Looks who is signed in when the page is seen again, and loads its data anew where another browser or a program has
 * changed the account meanwhile. A look that fails is ignored (specification section 4): the next one, or whatever is
 * done on the page, says what is wrong. Its code is fetched then: a page that is opened needs none of it.
 */
export function useCurrentUser({ sessionId, user, tier }: CurrentUser & { sessionId: number }): void {
  const { revalidate } = useRevalidator();
  const shown = useRef({ user, tier });
  // Loaded anew, as after everything that is saved on a page: what was answered before it may be wrong.
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
