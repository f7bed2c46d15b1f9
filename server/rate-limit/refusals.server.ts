import type { ErrorDetails } from '#domain/errors.ts';

const mostKept = 1_000;
const kept = new Map<string, ErrorDetails>();

/** Remembers a limit's response to a request, so the final response can have Retry-After. */
export function keepRefusal({ requestId, details }: { requestId: string; details: ErrorDetails }): void {
  // Entries that were never taken: the request got another response.
  if (kept.size >= mostKept) kept.clear();
  kept.set(requestId, details);
}

/** A limit's response to a request: `{policy, limit, window_seconds, retry_after}`; once. */
export function takeRefusal(requestId: string): ErrorDetails | null {
  const details = kept.get(requestId) ?? null;
  kept.delete(requestId);
  return details;
}
