import type { Tx } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** The line every change of a job leaves in the security log, in the change's transaction. */
export async function recordJobChange({
  tx,
  owner,
  jobId,
}: {
  tx: Tx;
  owner: Owner;
  jobId: number;
}): Promise<void> {
  const { id: actorId, request } = owner;
  await recordEvent({ tx, code: 'job_changed', actorId, subjectId: jobId, ...(request && { request }) });
}
