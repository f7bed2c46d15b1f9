import type { FrameUser } from '#app/presenters/frame-user.ts';
import { cachedResponse } from './cached-responses.ts';
import { callApi } from './call-api.ts';
import { goodToken, renewToken } from './product-token.ts';

interface ApiUser {
  role: string;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  profile_image_url: string | null;
  subscription_tier: string;
}

/** The user as the page shows it. */
export interface CurrentUser {
  user: FrameUser;
  tier: string;
}

/** Asks the API for the signed-in user and reports whether it differs from the page's; false after a failed request. */
export async function isAnother({
  sessionId,
  shown,
}: {
  sessionId: number;
  shown: CurrentUser;
}): Promise<boolean> {
  const path = '/v1/auth/user';
  const stored = () => goodToken(sessionId);
  const ask = () => callApi<{ user: ApiUser }>({ method: 'GET', path, stored, renew: renewToken });
  const { data } = await cachedResponse({ path, ask });
  return data !== null && !isShown({ found: data.user, ...shown });
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
