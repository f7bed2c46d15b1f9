import type { Tx } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Writes a change of the signing secret to the security log, in its transaction. */
export async function recordSigningChange({
  tx,
  owner: { id, request },
  what,
}: {
  tx: Tx;
  owner: Owner;
  what: 'made' | 'rotated' | 'removed';
}): Promise<void> {
  await recordEvent({
    tx,
    code: 'key_changed',
    actorId: id,
    subjectId: id,
    details: { signing_secret: what },
    ...(request && { request }),
  });
}
