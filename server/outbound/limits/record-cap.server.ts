import { db } from '#server/database/db.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import type { CallerFacts } from '#server/outbound/types.ts';

/**
 * Records in the security log that an account reached the limit of calls to a domain. Never throws: the limit holds
 * without the entry.
 */
export async function recordCap({
  who: { ownerId, jobId },
  domain,
}: {
  who: CallerFacts;
  domain: string;
}): Promise<void> {
  try {
    await recordEvent({
      tx: db(),
      code: 'target_cap',
      actorId: ownerId,
      subjectId: jobId,
      details: { domain },
    });
  } catch (error) {
    log().error({ err: error, code: 'target_cap' }, 'a reached limit is not in the security log');
  }
}
