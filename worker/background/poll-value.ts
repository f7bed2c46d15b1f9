/** A figure of the database read again and again; while it cannot be read, the last one stands. */
export function pollValue<Value>({
  read,
  first,
  everyMs,
}: {
  read: () => Promise<Value>;
  first: Value;
  everyMs: number;
}) {
  let current = first;
  const refresh = () =>
    void read().then(
      (value) => (current = value),
      () => {},
    );
  refresh();
  const timer = setInterval(refresh, everyMs);
  return { current: () => current, close: () => clearInterval(timer) };
}
