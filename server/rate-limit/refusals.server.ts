import type { ErrorDetails } from '#domain/errors.ts';

const mostKept = 1_000;
const kept = new Map<string, ErrorDetails>();

/** Remembers what a limit said to a request, so that whatever answers it can say when to come back. */
export function keepRefusal({ requestId, details }: { requestId: string; details: ErrorDetails }): void {
  // What nobody asked for: the answer was another one.
  if (kept.size >= mostKept) kept.clear();
  kept.set(requestId, details);
}

/** What a limit said to a request: `{policy, limit, window_seconds, retry_after}`; once. */
export function takeRefusal(requestId: string): ErrorDetails | null {
  const details = kept.get(requestId) ?? null;
  kept.delete(requestId);
  return details;
}
