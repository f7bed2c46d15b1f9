import { minuteMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const quietMs = minuteMs;
const mostNamed = 10_000;
const recordedAt = new Map<string, number>();

/**
 * Records in the security log that a stored secret could not be decrypted, by column and owner: once a minute in this
 * process, because a job asks for its own at each call. Nobody waits for it, and it never throws.
 */
export function recordUndecryptable({ userId, field }: { userId: number; field: string }): void {
  const now = performance.now();
  const key = `${field}:${userId}`;
  if (now - (recordedAt.get(key) ?? -Infinity) < quietMs) return;
  if (recordedAt.size >= mostNamed) recordedAt.clear();
  recordedAt.set(key, now);
  record({ userId, field }).catch((error: unknown) => {
    log().error({ field, ...errorFields(error) }, 'a secret that does not open is not in the security log');
  });
}

async function record({ userId, field }: { userId: number; field: string }): Promise<void> {
  await recordEvent({ tx: db(), code: 'decrypt_failed', details: { field, account: userId } });
}
