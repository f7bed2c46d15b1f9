import { useFound } from '#app/components/keys/use-found.ts';
import type { FoundDocs } from '#app/presenters/docs/search-docs.server.ts';

/** Documentation parts that match the typed text. @param isEmptyAsked an empty text finds all pages */
export function useFoundDocs({ typed, isEmptyAsked }: { typed: string; isEmptyAsked: boolean }): FoundDocs[] {
  const asked = typed.trim();
  const isTyped = asked !== '';
  const isAsked = isTyped || isEmptyAsked;
  const path = isAsked ? `/docs/find?q=${encodeURIComponent(asked)}` : null;
  const found = useFound<FoundDocs>({ path, isTyped });
  return isAsked ? found : [];
}
