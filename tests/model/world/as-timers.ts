// Replaces node:timers/promises, with the current clock.
export function setTimeout<Value>(
  ms?: number,
  value?: Value,
  { signal }: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
