import { isRouteErrorResponse } from '@remix-run/react';

/** True for temporary statuses: a database that is down, a server error, a rate limit. */
export const isTemporaryStatus = (status: number) => status >= 500 || status === 429;

/** True for an error of the server after which a page keeps its data and asks again. */
export function isTemporaryFailure(error: unknown): boolean {
  return isRouteErrorResponse(error) ? isTemporaryStatus(error.status) : error instanceof Error;
}
