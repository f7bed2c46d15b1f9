import { parseUrl } from './parse-url.ts';

export interface RedirectTarget {
  url: string;
  /** A job can call it: http or https. */
  canBeCalled: boolean;
}

/**
 * Where an answer of 3xx points to, made whole by the address that was called (RFC 9110 section 10.2.2); null where it
 * points nowhere. Redirects are not followed (D17).
 */
export function redirectTarget({
  statusCode,
  location,
  base,
}: {
  statusCode: number | null;
  location: string | undefined;
  base: string | undefined;
}): RedirectTarget | null {
  if (statusCode === null || statusCode < 300 || statusCode > 399 || !location) return null;
  const url = parseUrl(location, base);
  if (url === null) return { url: location, canBeCalled: false };
  return { url: url.href, canBeCalled: url.protocol === 'https:' || url.protocol === 'http:' };
}
