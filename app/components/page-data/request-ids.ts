import { isRouteErrorResponse } from '@remix-run/react';

const ids = new WeakMap<object, string>();
/** Ids of failed responses until their error has been thrown, by the path of the page. */
const recorded = new Map<string, string>();
let isFirstPage = true;

/** Notes under which id the server failed. */
export function recordRequestId({
  url,
  requestId,
  status,
}: {
  url: URL;
  requestId: string | null;
  status: number;
}): void {
  isFirstPage = false;
  const path = url.pathname.replace(/\.data$/, '');
  if (status >= 500 && requestId) recorded.set(path, requestId);
  else recorded.delete(path);
}

/** Ties an error to the id of the request it came with. Expected errors name theirs themselves. */
export function takeRequestId({ error, url }: { error: unknown; url: URL }): unknown {
  const id = recorded.get(url.pathname.replace(/(.)\/$/, '$1'));
  if (id !== undefined && error instanceof Error && !isRouteErrorResponse(error)) ids.set(error, id);
  return error;
}

/**
 * The id of the request an error came with.
 * @param pageId of the page itself: it counts only until further data has been fetched
 */
export function requestIdOf({
  error,
  pageId,
}: {
  error: unknown;
  pageId: string | undefined;
}): string | undefined {
  const own = error instanceof Error ? ids.get(error) : undefined;
  return own ?? (isFirstPage ? pageId : undefined);
}
