/** Quick searches in a row before a pattern counts as quick again: a slow one costs the quick lane its thread. */
const quickAgain = 20;
const mostAccounts = 1_000;
const mostPatterns = 100;

interface Named {
  ownerId: number;
  pattern: string;
}

interface Seen {
  isEndless: boolean;
  quickInRow: number;
}

/**
 * Patterns slower than the quick lane allows, by account, and their searches in the slow lane (docs/decisions/021). The
 * oldest are dropped: 100 of an account, 1,000 accounts.
 * @param quickMs limit of a quick search
 */
export function createSlowRegexes({ quickMs }: { quickMs: number }) {
  const seenOf = new Map<number, Map<string, Seen>>();

  const keep = ({ ownerId, pattern, ...seen }: Named & Seen) => {
    const patterns = seenOf.get(ownerId) ?? new Map<string, Seen>();
    seenOf.set(ownerId, patterns);
    patterns.set(pattern, seen);
    forgetOldest({ of: patterns, most: mostPatterns });
    forgetOldest({ of: seenOf, most: mostAccounts });
  };

  return {
    has: ({ ownerId, pattern }: Named) => seenOf.get(ownerId)?.has(pattern) ?? false,
    /** Its last search in the slow lane had to be ended. */
    isEndless: ({ ownerId, pattern }: Named) => seenOf.get(ownerId)?.get(pattern)?.isEndless ?? false,
    add: ({ ownerId, pattern }: Named) => keep({ ownerId, pattern, isEndless: false, quickInRow: 0 }),
    /** @param ms of a search in the slow lane; null: it was ended */
    learn: ({ ownerId, pattern, ms }: Named & { ms: number | null }) => {
      const patterns = seenOf.get(ownerId);
      const isQuick = ms !== null && ms <= quickMs;
      const quickInRow = isQuick ? (patterns?.get(pattern)?.quickInRow ?? 0) + 1 : 0;
      if (quickInRow < quickAgain) keep({ ownerId, pattern, isEndless: ms === null, quickInRow });
      else patterns?.delete(pattern);
      if (patterns?.size === 0) seenOf.delete(ownerId);
    },
  };
}

function forgetOldest<Key>({ of: map, most }: { of: Map<Key, unknown>; most: number }) {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
