import { useRouteError } from '@remix-run/react';
import { useMemo } from 'react';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { requestIdOf } from '#app/components/page-data/request-ids.ts';
import { errorFacts } from '#app/protocol/error-facts.ts';
import { useRequestId } from '#app/protocol/request-id.ts';

/** Error page of a boundary: the text for the caught error, and a next step. */
export function RouteError({ action }: { action: { to: string; label: string } }) {
  const error = useRouteError();
  const pageId = useRequestId();
  // Later data of the page has other request ids: the id is read once per error.
  const requestIdOfError = useMemo(() => requestIdOf({ error, pageId }), [error, pageId]);
  const { status, title, message, requestId } = errorFacts({ error, requestId: requestIdOfError });
  return <ErrorPage status={status} title={title} message={message} action={action} requestId={requestId} />;
}
