import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Removes a secret. A job that still uses it fails at its next call, because the name has no value.
 * @throws AppError not_found
 */
export async function deleteSecret({ owner, name }: { owner: Owner; name: string }): Promise<void> {
  const { id: userId, request } = owner;
  await db().$transaction(async (tx) => {
    const { count } = await tx.secret.deleteMany({ where: { userId, name } });
    if (count === 0) throw new AppError('not_found');
    await recordEvent({
      tx,
      code: 'user_changed',
      actorId: userId,
      subjectId: userId,
      details: { secret: name },
      ...(request && { request }),
    });
  });
}
