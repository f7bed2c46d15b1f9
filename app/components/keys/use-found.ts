import { useEffect, useState } from 'react';

const typingMs = 150;

/**
 * Results of a path, requested once typing pauses. A failed search finds nothing and leaves the page as it
 * is: a router fetcher would replace the page with the error.
 * @param path null requests nothing and keeps the results
 */
export function useFound<Found>({ path, isTyped }: { path: string | null; isTyped: boolean }): Found[] {
  const [found, setFound] = useState<Found[]>([]);
  useEffect(() => {
    if (path === null) return;
    const asked = new AbortController();
    const { signal } = asked;
    const ask = async () => {
      const all = await fetch(path, { signal })
        .then(async (result) => (result.ok ? ((await result.json()) as Found[]) : []))
        .catch(() => []);
      if (!signal.aborted) setFound(all);
    };
    const timer = setTimeout(() => void ask(), isTyped ? typingMs : 0);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [path, isTyped]);
  return found;
}
