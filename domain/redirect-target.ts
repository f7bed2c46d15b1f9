/** What a URL is, as far as this room needs it: the pure rooms compile without DOM and Node types. */
declare const URL: {
  new (text: string, base?: string): { readonly href: string; readonly protocol: string };
  canParse(text: string, base?: string): boolean;
};

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
  if (!URL.canParse(location, base)) return { url: location, canBeCalled: false };
  const { href, protocol } = new URL(location, base);
  return { url: href, canBeCalled: protocol === 'https:' || protocol === 'http:' };
}
