import { isRouteErrorResponse } from '@remix-run/react';
import { toErrorToast } from '#domain/error-toast.ts';

/** Data thrown by loaders and actions for an expected error (expected-error.server.ts). */
export interface ErrorPageData {
  type: string;
  title: string;
  message: string;
  requestId: string;
}

/** Texts of an error page: the event, the reason, and its id in the log. */
export interface ErrorFacts {
  status: number;
  title: string;
  message: string;
  requestId?: string;
}

const words: Record<number, { title: string; message: string }> = {
  403: toErrorToast({ type: 'authorization_error' }),
  404: { title: 'Page Not Found', message: 'There is no page at this address.' },
  405: { title: 'Method Not Allowed', message: 'This address does not accept this kind of request.' },
  413: { title: 'Too Large', message: 'What was sent is larger than a form can carry. Nothing was saved.' },
};
const defect = toErrorToast({ type: 'internal_error' });

/**
 * The words for what an error boundary caught.
 * @param requestId of the page, for a defect the server met while it rendered
 */
export function errorFacts({
  error,
  requestId,
}: {
  error: unknown;
  requestId: string | undefined;
}): ErrorFacts {
  if (!isRouteErrorResponse(error)) return { status: 500, ...defect, ...(requestId && { requestId }) };
  const { status } = error;
  const given = isErrorPageData(error.data) ? error.data : undefined;
  const text = given ?? words[status] ?? defect;
  const id = given?.requestId ?? requestId;
  const facts = { status, title: text.title, message: text.message };
  return status >= 500 && id ? { ...facts, requestId: id } : facts;
}

/** The document title of an error page. */
export function errorTitle(error: unknown): string {
  return `${errorFacts({ error, requestId: undefined }).title} · Punctual`;
}

function isErrorPageData(value: unknown): value is ErrorPageData {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    'message' in value &&
    'requestId' in value
  );
}
