import { parseUrl } from '#domain/text/parse-url.ts';

/**
 * Where a sign-in may lead back to: a path of our own origin, else the fallback (security.md section 3).
 * The text is parsed as the browser will parse it, because tabs and backslashes can hide another host.
 */
export function safeRedirectTarget({
  text,
  origin,
  fallback = '/dashboard',
}: {
  text: string | null;
  origin: string;
  fallback?: string;
}): string {
  if (text === null || !isOwnPath({ text, origin })) return fallback;
  const url = new URL(text, origin);
  return url.pathname + url.search + url.hash;
}

/** Reports whether the text names a path of ours. */
export function isOwnPath({ text, origin }: { text: string; origin: string }): boolean {
  const url = /^\/(?![/\\])/.test(text) ? parseUrl(text, origin) : null;
  return url?.origin === new URL(origin).origin && !url.pathname.startsWith('//');
}
