import type { ActionFunctionArgs } from '@remix-run/node';
import { errorResponse } from '#app/http/api/response.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { takePaymentEvent } from '#server/billing/take-payment-event.server.ts';

/**
 * Response to the payment provider: 200 once an event is stored, with or without an effect; 400 for an invalid
 * signature; anything else makes it send the event again.
 */
export async function takeWebhook({ request, context }: ActionFunctionArgs): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new AppError('method_not_allowed');
    const body = await readBytes({ request, context });
    const signature = request.headers.get('stripe-signature') ?? '';
    const path = new URL(request.url).pathname;
    const taken = await takePaymentEvent({ body, signature, path, request: requestFacts(request) });
    return Response.json({ received: true, taken }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (thrown) {
    const expected = expectedError(thrown);
    if (!expected) logDefect({ error: thrown, request });
    // If the provider itself does not respond, it gets the same error as for any failure of ours: it retries later.
    const isOurs = !expected || expected.type === 'external_service_error';
    const error = isOurs ? new AppError('internal_error', { cause: thrown }) : expected;
    const headers: Record<string, string> = error.type === 'method_not_allowed' ? { Allow: 'POST' } : {};
    return errorResponse({ error, request, headers });
  }
}

async function readBytes({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<Buffer> {
  if (context.isBodyTooLarge()) throw new AppError('payload_too_large');
  try {
    return Buffer.from(await request.arrayBuffer());
  } catch (cause) {
    if (context.isBodyTooLarge()) throw new AppError('payload_too_large', { cause });
    throw new AppError('validation_error', { message: 'The body broke off.', cause });
  }
}
