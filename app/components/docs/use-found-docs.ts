import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { FoundDocs } from '#app/presenters/docs/search-docs.server.ts';

const typingMs = 150;

/** Parts of the documentation that hold what was typed. @param isEmptyAsked whether nothing typed finds its pages */
export function useFoundDocs({ typed, isEmptyAsked }: { typed: string; isEmptyAsked: boolean }): FoundDocs[] {
  const { load, data } = useFetcher<{ found: FoundDocs[] }>();
  const asked = typed.trim();
  const isAsked = asked !== '' || isEmptyAsked;
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(
      () => load(`/docs/find?q=${encodeURIComponent(asked)}`),
      asked === '' ? 0 : typingMs,
    );
    return () => clearTimeout(timer);
  }, [asked, isAsked, load]);
  return isAsked ? (data?.found ?? []) : [];
}
