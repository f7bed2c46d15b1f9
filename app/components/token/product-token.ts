import { tokenKey } from '#app/components/frame/stored-token.ts';
import { minuteMs } from '#domain/time/units.ts';

/** Time before its expiry at which a token is renewed. */
const aheadMs = minuteMs;
const lifeMs = 900_000;

/** Uses this browser's clock: the server's may differ. */
let freshUntil = 0;
let asking: Promise<string | null> | undefined;

/** The stored token, unless it belongs to another session or is about to expire. */
export function goodToken(sessionId: number): string | null {
  try {
    const token = localStorage.getItem(tokenKey) ?? '';
    const payload = token.split('.')[1] ?? '';
    const { sid, exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Payload;
    const isFresh = Date.now() < Math.max(exp * 1_000 - aheadMs, freshUntil);
    return sid === String(sessionId) && isFresh ? token : null;
  } catch {
    return null;
  }
}

interface Payload {
  sid: string;
  exp: number;
}

/**
 * Requests a new token with a ticket from the page, and stores it; concurrent callers share the request.
 * @returns empty after two rejections: the session has ended; null without a response
 */
export function renewToken(): Promise<string | null> {
  asking ??= askForToken()
    .catch(() => null)
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

async function askForToken(): Promise<string | null> {
  for (let time = 0; time < 2; time += 1) {
    const page = await fetch('/dashboard/token', { method: 'POST' });
    const { ticket } = (await page.json()) as { ticket?: string };
    const response = ticket
      ? await fetch('/api/v1/auth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: ticket }),
        })
      : page;
    if (response.ok) return keep(((await response.json()) as { data: { token: string } }).data.token);
    if (response.status !== 401) return null;
  }
  return '';
}

function keep(token: string): string {
  freshUntil = Date.now() + lifeMs - aheadMs;
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // Storage is disabled: the token serves only this call.
  }
  return token;
}
