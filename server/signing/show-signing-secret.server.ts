import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { bothSignMs, signingField } from './new-signing-secret.server.ts';

export interface ShownSigningSecret {
  secret: string;
  /** Until when the one before it signs too; null when it does not. */
  previousUntil: Date | null;
}

/** Shows an account its signing secret, which goes into the security log; null when it has none. */
export async function showSigningSecret({
  owner: { id: userId, request },
  now = new Date(),
}: {
  owner: Owner;
  now?: Date;
}): Promise<ShownSigningSecret | null> {
  return db().$transaction(async (tx) => {
    const { signingSecret, previousSigningSecret, signingRotatedAt } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { signingSecret: true, previousSigningSecret: true, signingRotatedAt: true },
    });
    if (signingSecret === null) return null;
    await recordEvent({
      tx,
      code: 'key_viewed',
      actorId: userId,
      subjectId: userId,
      details: { key: 'signing secret' },
      ...(request && { request }),
    });
    const until = previousSigningSecret && signingRotatedAt && signingRotatedAt.getTime() + bothSignMs;
    return {
      secret: unseal({ sealed: signingSecret, userId, field: signingField }),
      previousUntil: until && until > now.getTime() ? new Date(until) : null,
    };
  });
}
