import { isRouteErrorResponse } from '@remix-run/react';

/** True for temporary statuses: a database that is down, a server error, a rate limit. */
export const isTemporaryStatus = (status: number) => status >= 500 || status === 429;

/** True for a server error after which the page keeps its data and retries. */
export function isTemporaryFailure(error: unknown): boolean {
  return isRouteErrorResponse(error) ? isTemporaryStatus(error.status) : error instanceof Error;
}
