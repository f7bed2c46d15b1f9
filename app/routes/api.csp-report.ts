import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { errorResponse } from '#app/http/api/response.server.ts';
import { violationsOf } from '#app/http/csp-report.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError, type ErrorType } from '#domain/errors.ts';
import { minuteMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { windowLimit } from '#server/rate-limit/window-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const limit = windowLimit({ count: 30, windowMs: minuteMs });

export function loader({ request }: LoaderFunctionArgs) {
  return refuse({ request, type: 'method_not_allowed', headers: { Allow: 'POST' } });
}

/** Receives browsers' reports of Content-Security-Policy violations. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST')
    return refuse({ request, type: 'method_not_allowed', headers: { Allow: 'POST' } });
  const facts = requestFacts(request);
  const { isOver, retryAfterSeconds } = limit(facts.ip);
  if (isOver)
    return errorResponse({
      request,
      error: new AppError('rate_limit', { details: { retry_after: retryAfterSeconds } }),
    });
  if (context.isBodyTooLarge()) return refuse({ request, type: 'payload_too_large' });
  const violations = violationsOf(await request.text());
  if (!violations) return refuse({ request, type: 'validation_error', message: 'The body is no report.' });
  for (const { page, directive, blocked } of violations) {
    await recordEvent({
      tx: db(),
      code: 'csp_violation',
      path: page,
      request: facts,
      details: { directive, blocked },
    });
  }
  return new Response(null, { status: 204 });
}

function refuse({
  request,
  type,
  message,
  headers,
}: {
  request: Request;
  type: Exclude<ErrorType, 'rate_limit'>;
  message?: string;
  headers?: Record<string, string>;
}): Response {
  const error = new AppError(type, message === undefined ? {} : { message });
  return errorResponse({ error, request, ...(headers && { headers }) });
}
