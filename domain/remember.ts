const mostKept = 10_000;

/**
 * Remembers what a pure function says of a text: calls ask the same of the few addresses and hosts an instant is about,
 * pages of the few schedules they show. Forgets all once it holds 10,000 texts.
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
