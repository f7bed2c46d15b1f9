import { redirect } from '@remix-run/node';
import { failureCode } from '#app/http/sign-in/finish.server.ts';
import type { SignInReason } from '#app/http/sign-in/reasons.ts';
import { dropTransaction } from '#app/http/sign-in/transaction.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError, type ErrorType } from '#domain/errors.ts';
import { recordFailedSignIn } from '#server/accounts/sessions/record-failed-sign-in.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import { log } from '#server/log.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';

/** Redirects a failed sign-in to the sign-in page with the reason; the security log gets the code. */
export async function failedSignIn({
  error,
  request,
}: {
  error: unknown;
  request: Request;
}): Promise<Response> {
  const facts = requestFacts(request);
  const code = failureCode(error);
  const refusal = error instanceof AppError ? refusals[error.type] : undefined;
  log().warn(
    { requestId: facts.id, code, error: error instanceof Error ? error.message : null },
    'a sign-in failed',
  );
  const reason = refusal ?? reasonOf({ error, code });
  // A suspended account is in the security log already, under its user.
  if (refusal !== 'suspended') await recordFailedSignIn({ reason: refusal ?? code, request: facts });
  if (reason === 'unavailable') recordDependencyDown('identity provider');
  if (counted.has(reason)) await countFailure(facts);
  const to = `/login?reason=${reason}`;
  return redirect(to, { headers: { 'Set-Cookie': await dropTransaction() } });
}

/** Reasons of our own refusals. */
const refusals: Partial<Record<ErrorType, SignInReason>> = {
  authorization_error: 'suspended',
  rate_limit: 'limited',
};

/** For these we had to call the provider; made-up codes cause no request. */
const counted = new Set<SignInReason>(['failed', 'unconfirmed']);

async function countFailure(request: RequestFacts): Promise<void> {
  try {
    await consumeRateLimit({ limit: 'sign_in', key: request.ip, path: '/auth/callback', request });
  } catch (error) {
    // It has failed already; the next one is refused.
    if (!(error instanceof AppError)) throw error;
  }
}

function reasonOf({ error, code }: { error: unknown; code: string }): SignInReason {
  if (code === 'access_denied') return 'denied';
  if (code === 'no_transaction') return 'stale';
  if (code === 'not_confirmed') return 'unconfirmed';
  return isUnreachable(error) ? 'unavailable' : 'failed';
}

/** Reports whether the provider could not be reached at all. */
function isUnreachable(error: unknown): boolean {
  const { code, name, cause } = Object(error) as { code?: unknown; name?: unknown; cause?: unknown };
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  if (isNetwork || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return true;
  return cause instanceof Error && isUnreachable(cause);
}
