import { AppError } from '#domain/errors.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';

/**
 * Ends a key of an account at once.
 * @throws AppError not_found: absent, revoked or another's; conflict: it is the one named Default
 */
export async function revokeApiKey({
  userId,
  keyId,
  request,
}: {
  userId: number;
  keyId: number;
  request: EventRequest;
}): Promise<void> {
  await db().$transaction(async (tx) => {
    const found = await tx.apiKey.findFirst({ where: { id: keyId, userId, revokedAt: null } });
    if (!found) throw new AppError('not_found');
    if (found.name === defaultKeyName)
      throw new AppError('conflict', { message: 'Regenerate the key named Default: that ends the old one.' });
    await tx.apiKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } });
    const about = { actorId: userId, subjectId: keyId, request, details: { act: 'revoked' } };
    await recordEvent({ tx, code: 'key_changed', ...about });
  });
}
