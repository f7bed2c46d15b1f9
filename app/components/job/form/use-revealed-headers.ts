import { useFetcher } from '@remix-run/react';
import type { MouseEvent } from 'react';

/**
 * Headers of a saved job without masks, requested once; typed text in the form stays.
 * @param from the page that shows them; a link to it does the same without JavaScript
 */
export function useRevealedHeaders(from: string | undefined) {
  const { data, load } = useFetcher<{ values: { headers: string } }>();
  const reveal = (event: MouseEvent) => {
    if (!from) return;
    event.preventDefault();
    load(`${window.location.pathname}${from}`);
  };
  return { revealed: data?.values.headers ?? null, reveal };
}
