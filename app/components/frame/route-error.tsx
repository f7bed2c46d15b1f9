import { useRouteError } from '@remix-run/react';
import { useMemo } from 'react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { requestIdOf } from '#app/components/page-data/request-ids.ts';
import { errorFacts } from '#app/protocol/error-facts.ts';
import { useRequestId } from '#app/protocol/request-id.ts';

/** The error page of a boundary: the words for what was caught, and where to go from here. */
export function RouteError({ action }: { action: { to: string; label: string } }) {
  const error = useRouteError();
  const pageId = useRequestId();
  // Later data of the page has other ids: what the error came with is asked once.
  const requestIdOfError = useMemo(() => requestIdOf({ error, pageId }), [error, pageId]);
  const { status, title, message, requestId } = errorFacts({ error, requestId: requestIdOfError });
  return <ErrorPage status={status} title={title} message={message} action={action} requestId={requestId} />;
}
