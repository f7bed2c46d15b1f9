import { redirect } from '@remix-run/node';
import { AppError } from '#domain/errors.ts';
import { requestFacts } from '#app/http/request-facts.ts';
import { failureCode } from '#app/http/sign-in/finish.server.ts';
import { dropTransaction } from '#app/http/sign-in/transaction.server.ts';
import type { SignInReason } from '#app/http/sign-in/reasons.ts';
import { recordFailedSignIn } from '#server/accounts/record-failed-sign-in.server.ts';
import { log } from '#server/log.server.ts';

/** Leads a sign-in that failed to the sign-in page, which says why; the security log gets the code. */
export async function failedSignIn({
  error,
  request,
}: {
  error: unknown;
  request: Request;
}): Promise<Response> {
  const facts = requestFacts(request);
  const code = failureCode(error);
  const isSuspended = error instanceof AppError && error.type === 'authorization_error';
  log().warn(
    { requestId: facts.id, code, fault: error instanceof Error ? error.message : null },
    'a sign-in failed',
  );
  // What a suspended account met is in the security log already, under its user.
  if (!isSuspended) await recordFailedSignIn({ reason: code, request: facts });
  const to = `/login?reason=${isSuspended ? 'suspended' : reasonOf({ error, code })}`;
  return redirect(to, { headers: { 'Set-Cookie': await dropTransaction() } });
}

function reasonOf({ error, code }: { error: unknown; code: string }): SignInReason {
  if (code === 'access_denied') return 'denied';
  if (code === 'no_transaction') return 'stale';
  return isUnreachable(error) ? 'unavailable' : 'failed';
}

/** Whether the provider could not be asked at all. */
function isUnreachable(error: unknown): boolean {
  const { code, name, cause } = Object(error) as { code?: unknown; name?: unknown; cause?: unknown };
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  if (isNetwork || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return true;
  return cause instanceof Error && isUnreachable(cause);
}
