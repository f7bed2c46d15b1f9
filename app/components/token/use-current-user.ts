import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { FrameUser } from '#app/components/frame/user-menu.tsx';
import { callApi } from './call-api.ts';
import { forgetAnswers, keptAnswer } from './kept-answers.ts';
import { goodToken, renewToken } from './product-token.ts';

interface ApiUser {
  role: string;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  profile_image_url: string | null;
  subscription_tier: string;
}

/** As the page shows it. */
interface CurrentUser {
  user: FrameUser;
  tier: string;
}

/**
 * Looks who is signed in when the page is seen again, and loads its data anew where another browser or a program has
 * changed the account meanwhile. A look that fails is ignored (specification section 4): the next one, or whatever is
 * done on the page, says what is wrong.
 */
export function useCurrentUser({ sessionId, user, tier }: CurrentUser & { sessionId: number }): void {
  const { revalidate } = useRevalidator();
  const shown = useRef({ user, tier });
  shown.current = { user, tier };
  // Loaded anew, as after everything that is saved on a page: what was answered before it may be wrong.
  useEffect(forgetAnswers, [user]);
  useEffect(() => {
    const path = '/v1/auth/user';
    const stored = () => goodToken(sessionId);
    const ask = () => callApi<{ user: ApiUser }>({ method: 'GET', path, stored, renew: renewToken });
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { data } = await keptAnswer({ path, ask });
      if (data && !isShown({ found: data.user, ...shown.current })) revalidate();
    };
    const onSeen = () => void look();
    document.addEventListener('visibilitychange', onSeen);
    window.addEventListener('focus', onSeen);
    return () => {
      document.removeEventListener('visibilitychange', onSeen);
      window.removeEventListener('focus', onSeen);
    };
  }, [sessionId, revalidate]);
}

function isShown({ found, user, tier }: CurrentUser & { found: ApiUser }): boolean {
  const name = [found.first_name, found.last_name].filter(Boolean).join(' ') || found.username;
  return (
    user.name === name &&
    user.pictureUrl === found.profile_image_url &&
    user.isAdmin === (found.role === 'admin') &&
    tier === found.subscription_tier
  );
}
