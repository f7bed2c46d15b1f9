import { useEffect } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { endSignIn } from './end-sign-in.ts';
import { goodToken, renewToken } from './product-token.ts';

const pollMs = 20_000;

/**
 * Keeps the product token of this session in the browser: requested after hydration with a ticket from the
 * page, and renewed before it expires (D21). After two rejections the sign-in has ended.
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
