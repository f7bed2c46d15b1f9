import type { ErrorDetails } from '#domain/errors.ts';

/** Retry-After, and RateLimit and RateLimit-Policy as the IETF's draft has them, of what a limit refused. */
export function refusalHeaders(details: ErrorDetails): Record<string, string> {
  const { policy, limit, window_seconds: seconds, retry_after: wait } = details;
  if (wait === undefined) return {};
  // A queue that is full has no window.
  if (policy === undefined) return { 'Retry-After': String(wait) };
  return {
    'Retry-After': String(wait),
    'RateLimit-Policy': `"${String(policy)}";q=${String(limit)};w=${String(seconds)}`,
    RateLimit: `"${String(policy)}";r=0;t=${String(wait)}`,
  };
}
