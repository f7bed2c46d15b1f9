import { db } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { newSigningSecret } from '#server/signing/new-signing-secret.server.ts';
import { requireSubscription, eventSecretField } from './find-subscription.server.ts';
import { requireEventPlan } from './require-plan.server.ts';

/**
 * Replaces the secret of an event subscription; the old one signs beside the new one for another 24 hours. A rotation
 * within that time ends the one before at once.
 * @returns the new secret
 * @throws AppError not_found; authorization_error: another plan
 */
export async function rotateSubscriptionSecret({
  owner,
  id,
  now = new Date(),
}: {
  owner: Owner;
  id: number;
  now?: Date;
}): Promise<string> {
  const { id: ownerId } = owner;
  const secret = newSigningSecret();
  await savesOf(ownerId).$transaction(async (tx) => {
    // Two rotations at once must not both keep the same secret as the previous one.
    await lockOwner({ tx, ownerId });
    const { secret: previousSecret } = await requireSubscription({ tx, ownerId, id });
    requireEventPlan(owner);
    await tx.eventSubscription.update({
      where: { id },
      data: {
        secret: seal({ text: secret, userId: ownerId, field: eventSecretField }),
        previousSecret,
        secretRotatedAt: now,
      },
    });
    const details = { event_subscription: id, act: 'rotated' };
    await recordEvent({ tx, code: 'key_changed', ...ofOwner(owner), details });
  });
  return secret;
}

/**
 * Reads the secret of an event subscription, for the response to the call that made it.
 * @throws AppError not_found; Error if it cannot be decrypted
 */
export async function readSubscriptionSecret({ owner, id }: { owner: Owner; id: number }): Promise<string> {
  const { secret: sealed } = await requireSubscription({ ownerId: owner.id, id });
  return unseal({ sealed, userId: owner.id, field: eventSecretField });
}

/**
 * Shows the secret of an event subscription, which goes into the security log.
 * @throws AppError not_found; Error if it cannot be decrypted
 */
export async function showSubscriptionSecret({ owner, id }: { owner: Owner; id: number }): Promise<string> {
  const secret = await readSubscriptionSecret({ owner, id });
  const details = { event_subscription: id };
  await recordEvent({ tx: db(), code: 'key_viewed', ...ofOwner(owner), details });
  return secret;
}

const ofOwner = ({ id, request }: Owner) => ({ actorId: id, subjectId: id, ...(request && { request }) });
