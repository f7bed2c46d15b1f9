import { AppError } from '#domain/errors.ts';
import { isRecentSignIn } from '#server/accounts/is-recent-sign-in.server.ts';
import { sealedKeyField } from '#server/api-keys/create-api-key.server.ts';
import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { regenerateApiKey } from '#server/api-keys/regenerate-api-key.server.ts';
import { db } from '#server/db.server.ts';
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
  const found = await db().apiKey.findFirst({
    where: { userId, name: defaultKeyName, revokedAt: null },
    orderBy: { id: 'desc' },
  });
  if (!found) return regenerateApiKey({ userId, request });
  await recordEvent({ tx: db(), code: 'key_viewed', actorId: userId, subjectId: found.id, request });
  return unseal({ sealed: found.value, userId, field: sealedKeyField });
}
