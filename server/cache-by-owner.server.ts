const keptMs = 5_000;
const mostOwners = 1_000;

/**
 * Reads something of an account at most once in 5 s: a minutely job asks for the same at each call, a burst of an
 * owner's jobs for all of them at once. A change counts within that time; a read that failed is not kept.
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
    // A database that is away is asked again by the next call.
    value.catch(() => kept.delete(ownerId));
    return value;
  };
}
