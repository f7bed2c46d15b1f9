import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { errorTitle } from '#app/protocol/error-facts.ts';

const title = 'Job Not Found';
const action = { to: '/dashboard', label: 'Go to Dashboard' };

/**
 * Error boundary of a page about one job: a 404 means that the user has no job with that id (specification
 * section 2).
 */
export function JobError() {
  if (!isAbsent(useRouteError())) return <RouteError action={action} />;
  return (
    <ErrorPage
      status={404}
      title={title}
      message="The job you're looking for doesn't exist or you don't have access to it"
      action={action}
    />
  );
}

/** Document title of a job's page after an error. */
export function jobErrorTitle(error: unknown): string {
  return isAbsent(error) ? `${title} · Punctual` : errorTitle(error);
}

function isAbsent(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
