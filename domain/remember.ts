const mostKept = 10_000;

/**
 * Caches a pure function of a text: the calls of an instant share a few addresses and hosts, pages a few schedules.
 * Clears the cache at 10,000 texts.
 */
export function remember<Value>(ask: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const value = ask(text);
    kept.set(text, value);
    return value;
  };
}
