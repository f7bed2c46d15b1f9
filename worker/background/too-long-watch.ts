const everyMs = 2_000;

/**
 * Looks for runs that take too long every 2 s, beside the calls. An error is reported, and the next look repeats the
 * search.
 * @param look enqueues the notifications
 */
export function createTooLongWatch({
  look,
  onError,
}: {
  look: () => Promise<unknown>;
  onError: (error: unknown) => void;
}) {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch(onError)
      .finally(() => (isLooking = false));
  }, everyMs);
  return { close: () => clearInterval(timer) };
}
