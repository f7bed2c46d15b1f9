import { minuteMs } from '#domain/time/units.ts';

const recentMs = 30 * minuteMs;

/** Reports whether a sign-in is recent enough to show a key; an older one has to be confirmed first (security.md section 4). */
export function isRecentSignIn({ authenticatedAt }: { authenticatedAt: Date }): boolean {
  return Date.now() - authenticatedAt.getTime() <= recentMs;
}
