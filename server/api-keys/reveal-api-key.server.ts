import { AppError } from '#domain/errors.ts';
import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { createApiKey, sealedKeyField } from '#server/api-keys/create-api-key.server.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import type { ApiKey } from '#server/generated/client.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';

/**
 * The account's key named Default in the clear; an account without one gets it now.
 * @throws AppError authorization_error: the person signed in more than 30 minutes ago
 */
export async function revealApiKey({
  userId,
  authenticatedAt,
  request,
}: {
  userId: number;
  authenticatedAt: Date;
  request: EventRequest;
}): Promise<string> {
  if (!isRecentSignIn({ authenticatedAt })) {
    throw new AppError('authorization_error', {
      message: 'Sign in again to see the key: the last sign-in is more than 30 minutes ago.',
      details: { reason: 'sign_in_too_old' },
    });
  }
  const found = (await findKey({ tx: db(), userId })) ?? (await makeFirst({ userId, request }));
  await recordEvent({ tx: db(), code: 'key_viewed', actorId: userId, subjectId: found.id, request });
  return unseal({ sealed: found.value, userId, field: sealedKeyField });
}

function findKey({ tx, userId }: { tx: Tx; userId: number }): Promise<ApiKey | null> {
  return tx.apiKey.findFirst({
    where: { userId, name: defaultKeyName, revokedAt: null },
    orderBy: { id: 'desc' },
  });
}

async function makeFirst({ userId, request }: { userId: number; request: EventRequest }): Promise<ApiKey> {
  return savesOf(userId).$transaction(async (tx) => {
    // The lock makes the second of two concurrent requests show the key of the first.
    await lockOwner({ tx, ownerId: userId });
    const found = await findKey({ tx, userId });
    if (found) return found;
    const { apiKey } = await createApiKey({ tx, userId, name: defaultKeyName, scope: 'write' });
    const about = { actorId: userId, subjectId: apiKey.id, request, details: { act: 'made' } };
    await recordEvent({ tx, code: 'key_changed', ...about });
    return apiKey;
  });
}
