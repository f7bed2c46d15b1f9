/** A value of the database, polled; while it cannot be read, the last one is kept. */
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
