import { isRouteErrorResponse } from '@remix-run/react';

const ids = new WeakMap<object, string>();
/** Ids of failed requests by page path, until their error has been thrown. */
const recorded = new Map<string, string>();
let isFirstPage = true;

/** Records the id of a request that failed on the server. */
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

/** Links an error to the id of its request. Expected errors contain theirs. */
export function takeRequestId({ error, url }: { error: unknown; url: URL }): unknown {
  const id = recorded.get(url.pathname.replace(/(.)\/$/, '$1'));
  if (id !== undefined && error instanceof Error && !isRouteErrorResponse(error)) ids.set(error, id);
  return error;
}

/**
 * Id of the request that caused an error.
 * @param pageId id of the page request; it applies only until further data has been fetched
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
