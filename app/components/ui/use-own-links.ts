import { useNavigate } from '@remix-run/react';
import { useCallback, type MouseEvent } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * Click handler for a plain link to a page of ours (a path from the root): the same as `Link`. One handler serves all
 * links of a table, while each `Link` computes its own address and handler. The same function as long as `state` is the
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
      // As in the browser, a link to the page that is shown makes no entry in its history.
      const replace = link.href === window.location.href;
      // The router's own work for a new page takes ten milliseconds, on a phone some fifty.
      afterPaint(() => navigate(to, { replace, state, preventScrollReset }));
    },
    [navigate, state, preventScrollReset],
  );
}
