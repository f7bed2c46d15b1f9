import type { ErrorType } from '#domain/errors.ts';

/** The `type` of a problem (RFC 9457): a public page with its explanation. */
export function problemType({ origin, type }: { origin: string; type: ErrorType }): string {
  return `${origin}/docs/errors#${type}`;
}
