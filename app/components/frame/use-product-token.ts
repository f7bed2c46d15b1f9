import { useEffect } from 'react';
import { useToast } from '#app/components/ui/toast.tsx';
import { forgetToken, tokenKey } from './stored-token.ts';

const lookMs = 20_000;
/** How long before its end a token is renewed. */
const aheadMs = 60_000;
const leaveMs = 1_500;

/**
 * Keeps the product token of this session in the browser: asked for after hydration by a ticket of the page, renewed
 * before it ends (D21). Where it is refused twice, the sign-in is over: the token goes, and the browser to /login.
 */
export function useProductToken(sessionId: number | undefined): void {
  const showToast = useToast();
  useEffect(() => {
    if (sessionId === undefined) return;
    // By this page's own clock: the server's may be another.
    let freshUntil = 0;
    let isBusy = false;
    const look = async () => {
      const due = dueAt(sessionId);
      if (isBusy || (due && Date.now() < Math.max(due, freshUntil))) return;
      isBusy = true;
      const token = await askForToken().catch(() => null);
      isBusy = false;
      if (token) {
        freshUntil = Date.now() + 840_000;
        localStorage.setItem(tokenKey, token);
      } else if (token === '') {
        clearInterval(timer);
        forgetToken();
        const message = 'Please log in again to continue.';
        showToast({ title: 'Authentication Error', message, tone: 'error' });
        const back = encodeURIComponent(location.pathname + location.search);
        setTimeout(() => location.assign(`/login?reason=expired&redirectTo=${back}`), leaveMs);
      }
    };
    const timer = setInterval(() => void look(), lookMs);
    void look();
    return () => clearInterval(timer);
  }, [sessionId, showToast]);
}

/** When the stored token is to be renewed; 0 for none, or one of another session. */
function dueAt(sessionId: number): number {
  try {
    const payload = localStorage.getItem(tokenKey)?.split('.')[1] ?? '';
    const { sid, exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Payload;
    return sid === String(sessionId) ? exp * 1_000 - aheadMs : 0;
  } catch {
    return 0;
  }
}

interface Payload {
  sid: string;
  exp: number;
}

/** A new token; empty when it was refused twice, null when there was no answer. */
async function askForToken(): Promise<string | null> {
  for (let time = 0; time < 2; time += 1) {
    const page = await fetch('/dashboard/token', { method: 'POST' });
    const { ticket } = (await page.json()) as { ticket?: string };
    const answer = ticket
      ? await fetch('/api/v1/auth/token', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: ticket }),
        })
      : page;
    if (answer.ok) return ((await answer.json()) as { data: { token: string } }).data.token;
    if (answer.status !== 401) return null;
  }
  return '';
}
