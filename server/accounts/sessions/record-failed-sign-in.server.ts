import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Writes down a sign-in that did not come about, or one that could not be completed: its profile could not be read, or
 * the browser's session was over when it asked for its token (D6).
 * @param reason a code of the provider or of the check that failed, never a value of the request
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
