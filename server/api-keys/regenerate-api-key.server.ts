import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';

/** Replaces the account's key named Default: the old one is dead at once (D46). Returns the new one in the clear. */
export async function regenerateApiKey({
  userId,
  request,
}: {
  userId: number;
  request: EventRequest;
}): Promise<string> {
  return savesOf(userId).$transaction(async (tx) => {
    // Two at once would leave two of them.
    await lockOwner({ tx, ownerId: userId });
    await tx.apiKey.updateMany({
      where: { userId, name: defaultKeyName, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const { plain, apiKey } = await createApiKey({ tx, userId, name: defaultKeyName, scope: 'write' });
    const about = { actorId: userId, subjectId: apiKey.id, request, details: { act: 'regenerated' } };
    await recordEvent({ tx, code: 'key_changed', ...about });
    return plain;
  });
}
