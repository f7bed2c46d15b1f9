import { AppError } from '#domain/errors.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { newSigningSecret, signingField } from './new-signing-secret.server.ts';
import { recordSigningChange } from './record-signing-change.server.ts';

/**
 * Creates an account's signing secret: within 5 s, its notifications and the requests of jobs with signing are signed.
 * @returns the secret, which can be shown again
 * @throws AppError conflict if there is one already: it is rotated, not replaced
 */
export async function makeSigningSecret({ owner }: { owner: Owner }): Promise<string> {
  const { id: userId } = owner;
  const secret = newSigningSecret();
  await savesOf(userId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: userId });
    const { count } = await tx.user.updateMany({
      where: { id: userId, signingSecret: null },
      data: {
        signingSecret: seal({ text: secret, userId, field: signingField }),
        previousSigningSecret: null,
        signingRotatedAt: null,
      },
    });
    if (count === 0) {
      throw new AppError('conflict', {
        message: 'There is a signing secret already. Rotate it for a new one.',
      });
    }
    await recordSigningChange({ tx, owner, what: 'made' });
  });
  return secret;
}
