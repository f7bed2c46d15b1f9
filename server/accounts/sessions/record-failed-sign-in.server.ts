import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Records a failed or incomplete sign-in: the profile could not be read, or the session had ended when the browser
 * requested its token (D6).
 * @param reason a code of the provider or of the failed check, never a value of the request
 */
export async function recordFailedSignIn({
  code = 'login_failed',
  reason,
  path = '/auth/callback',
  request,
}: {
  code?: 'login_failed' | 'sync_failed';
  reason: string;
  path?: string;
  request: RequestFacts;
}): Promise<void> {
  await recordEvent({ tx: db(), code, path, request, details: { reason } });
}
