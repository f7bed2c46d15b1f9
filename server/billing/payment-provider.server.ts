import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';

const callLimitMs = 10_000;
const retries = 2;

let made: Promise<Stripe> | undefined;

/** Reports whether this installation can take payments at all. */
export function arePaymentsConfigured(): boolean {
  return env().STRIPE_SECRET_KEY !== '';
}

/** Reports whether what is bought here costs nothing: the keys are of the provider's test mode. */
export function isTestMode(): boolean {
  return /^[sr]k_test_/.test(env().STRIPE_SECRET_KEY);
}

/**
 * The payment provider's own library. A call takes at most 10 s and is repeated twice where the network failed; each
 * writing call carries an idempotency key, so none of them happens twice.
 * @throws AppError external_service_error: no keys are configured (D49)
 */
export async function paymentProvider(): Promise<Stripe> {
  if (!arePaymentsConfigured()) {
    throw new AppError('external_service_error', { message: 'Payments are not configured.' });
  }
  // Half a second and 20 MB saved in processes without payments.
  made ??= import('stripe').then(({ default: Library }) => {
    const { hostname, port, protocol } = new URL(env().STRIPE_API_URL);
    return new Library(env().STRIPE_SECRET_KEY, {
      host: hostname,
      protocol: protocol === 'http:' ? 'http' : 'https',
      ...(port && { port }),
      timeout: callLimitMs,
      maxNetworkRetries: retries,
      telemetry: false,
      appInfo: { name: 'Punctual' },
    });
  });
  return made;
}

/**
 * Calls the payment provider, and translates its errors.
 * @throws AppError conflict: a card was declined; external_service_error: it did not respond, or rejected the request
 */
export async function askProvider<Result>(ask: (provider: Stripe) => Promise<Result>): Promise<Result> {
  const provider = await paymentProvider();
  try {
    return await ask(provider);
  } catch (cause) {
    throw sanitized(cause);
  }
}

/** The provider's own error code, such as resource_missing; undefined for other errors. */
export function providerCode(error: unknown): string | undefined {
  const problem = error instanceof AppError ? error.cause : error;
  return isProviderError(problem) ? problem.code : undefined;
}

interface ProviderError extends Error {
  type: string;
  code?: string;
  statusCode?: number;
  requestId?: string;
}

// By its name: the class itself is loaded only where payments are configured.
const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');

function sanitized(cause: unknown): unknown {
  if (!isProviderError(cause)) return cause;
  const { type, code, statusCode, requestId } = cause;
  log().warn(
    { type, code, status: statusCode, providerRequestId: requestId },
    'the payment provider refused',
  );
  if (type === 'StripeCardError') {
    return new AppError('conflict', {
      message: 'The card was declined. Choose another one under Manage Billing and try again.',
      cause,
    });
  }
  if (type === 'StripeConnectionError' || type === 'StripeAPIError') recordDependencyDown('payment provider');
  return new AppError('external_service_error', {
    message: 'The payment provider did not do this. Please try again later.',
    cause,
  });
}
