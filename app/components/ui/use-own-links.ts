import { useNavigate } from '@remix-run/react';
import { useCallback, type MouseEvent } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * Click handler for plain links to our pages (paths from the root), with the effect of `Link`. One handler
 * serves all links of a table, while each `Link` computes a URL and handler. Stable while `state` is the
 * same.
 */
export function useOwnLinks({
  state,
  preventScrollReset = false,
}: {
  state?: unknown;
  preventScrollReset?: boolean;
} = {}): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { currentTarget: link, button, metaKey, altKey, ctrlKey, shiftKey } = event;
      if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      // As in the browser, a link to the current page adds no history entry.
      const replace = link.href === window.location.href;
      // The router needs ten milliseconds for a new page, on a phone about fifty.
      afterPaint(() => navigate(to, { replace, state, preventScrollReset }));
    },
    [navigate, state, preventScrollReset],
  );
}
