import { AppError } from '#domain/errors.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { newSigningSecret, signingField } from './new-signing-secret.server.ts';
import { recordSigningChange } from './record-signing-change.server.ts';

/**
 * Replaces the signing secret; the old one signs beside the new one for another 24 hours, so receivers can switch. A
 * rotation within that time ends the one before at once.
 * @throws AppError not_found if the account has none
 */
export async function rotateSigningSecret({
  owner,
  now = new Date(),
}: {
  owner: Owner;
  now?: Date;
}): Promise<string> {
  const { id: userId } = owner;
  const secret = newSigningSecret();
  await savesOf(userId).$transaction(async (tx) => {
    // Two rotations at once must not both keep the same secret as the previous one.
    await lockOwner({ tx, ownerId: userId });
    const { signingSecret } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { signingSecret: true },
    });
    if (signingSecret === null)
      throw new AppError('not_found', { message: 'There is no signing secret yet.' });
    await tx.user.update({
      where: { id: userId },
      data: {
        signingSecret: seal({ text: secret, userId, field: signingField }),
        previousSigningSecret: signingSecret,
        signingRotatedAt: now,
      },
    });
    await recordSigningChange({ tx, owner, what: 'rotated' });
  });
  return secret;
}
