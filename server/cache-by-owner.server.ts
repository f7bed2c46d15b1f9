const keptMs = 5_000;
const mostOwners = 1_000;

/**
 * Caches a value of an account for 5 s: a minutely job needs the same value at each call, and a burst needs it for many
 * jobs at once. A change takes effect within that time; a failed read is not cached.
 */
export function cacheByOwner<Value>(read: (ownerId: number) => Promise<Value>) {
  const kept = new Map<number, { until: number; value: Promise<Value> }>();
  return (ownerId: number): Promise<Value> => {
    const now = performance.now();
    const known = kept.get(ownerId);
    if (known && known.until > now) return known.value;
    if (kept.size >= mostOwners) kept.clear();
    const value = read(ownerId);
    kept.set(ownerId, { until: now + keptMs, value });
    // A failed read is repeated by the next call.
    value.catch(() => kept.delete(ownerId));
    return value;
  };
}
