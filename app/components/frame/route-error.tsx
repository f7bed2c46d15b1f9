import { useRouteError } from '@remix-run/react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { errorFacts } from '#app/http/error-facts.ts';
import { useRequestId } from '#app/http/request-id.ts';

/** The error page of a boundary: the words for what was caught, and where to go from here. */
export function RouteError({ action }: { action: { to: string; label: string } }) {
  const { status, title, message, requestId } = errorFacts({
    error: useRouteError(),
    requestId: useRequestId(),
  });
  return <ErrorPage status={status} title={title} message={message} action={action} requestId={requestId} />;
}
