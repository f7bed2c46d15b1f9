import { useEffect } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { endSignIn } from './end-sign-in.ts';
import { goodToken, renewToken } from './product-token.ts';

const pollMs = 20_000;

/**
 * Keeps the product token of this session in the browser: asked for after hydration by a ticket of the page, renewed
 * before it ends (D21). Where it is refused twice, the sign-in is over.
 */
export function useProductToken(sessionId: number): void {
  const showToast = useToast();
  useEffect(() => {
    const poll = async () => {
      if (goodToken(sessionId) !== null || (await renewToken()) !== '') return;
      clearInterval(timer);
      endSignIn({ showToast });
    };
    const timer = setInterval(() => void poll(), pollMs);
    void poll();
    return () => clearInterval(timer);
  }, [sessionId, showToast]);
}
