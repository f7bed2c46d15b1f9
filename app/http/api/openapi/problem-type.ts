import type { ErrorType } from '#domain/errors.ts';

/** The `type` of a problem (RFC 9457): a page that anybody may read says there what it means. */
export function problemType({ origin, type }: { origin: string; type: ErrorType }): string {
  return `${origin}/docs/errors#${type}`;
}
