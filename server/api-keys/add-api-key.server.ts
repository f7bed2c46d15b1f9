import { AppError } from '#domain/errors.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import type { ListedKey } from '#server/api-keys/list-api-keys.server.ts';
import type { ApiKey } from '#server/generated/client.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';

const mostKeys = 20;

/**
 * Adds a key to an account and returns it in the clear, once.
 * @throws AppError validation_error on name: it exists, or is Default; conflict: the account has 20 keys; rate_limit:
 *   it requested 5 new keys this hour, including regenerated ones
 */
export async function addApiKey({
  userId,
  name,
  scope,
  request,
}: {
  userId: number;
  name: string;
  scope: ApiKey['scope'];
  request: EventRequest;
}): Promise<{ plain: string; apiKey: ListedKey }> {
  await consumeRateLimit({ limit: 'key_regenerate', key: userId, actorId: userId, request });
  return savesOf(userId).$transaction(async (tx) => {
    // Two at once would both see room, or both find the name free.
    await lockOwner({ tx, ownerId: userId });
    const names = await tx.apiKey.findMany({ where: { userId, revokedAt: null }, select: { name: true } });
    if (names.length >= mostKeys)
      throw new AppError('conflict', {
        message: `An account can have ${mostKeys} API keys. Revoke one first.`,
      });
    const isTaken = name === defaultKeyName || names.some((key) => key.name === name);
    if (isTaken)
      throw new AppError('validation_error', {
        details: { name: `There is a key named ${name}. Choose another name.` },
      });
    const made = await createApiKey({ tx, userId, name, scope });
    await recordEvent({
      tx,
      code: 'key_changed',
      actorId: userId,
      subjectId: made.apiKey.id,
      request,
      details: { act: 'made' },
    });
    return made;
  });
}
