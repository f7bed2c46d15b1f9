import type { ActionFunctionArgs } from '@remix-run/node';
import { apiError } from '#app/http/api-error.server.ts';
import { violationsOf } from '#app/http/csp-report.server.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { windowLimit } from '#app/http/window-limit.server.ts';
import { db } from '#server/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const limit = windowLimit({ count: 30, windowMs: 60_000 });

export function loader() {
  return apiError({ type: 'method_not_allowed', headers: { Allow: 'POST' } });
}

/** Takes browsers' reports of what the Content-Security-Policy stopped. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return loader();
  const facts = requestFacts(request);
  const { isOver, retryAfterSeconds } = limit(facts.ip);
  if (isOver) return apiError({ type: 'rate_limit', headers: { 'Retry-After': String(retryAfterSeconds) } });
  if (context.isBodyTooLarge()) return apiError({ type: 'payload_too_large' });
  const violations = violationsOf(await request.text());
  if (!violations) return apiError({ type: 'validation_error', message: 'The body is no report.' });
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
