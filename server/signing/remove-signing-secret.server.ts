import { AppError } from '#domain/errors.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordSigningChange } from './record-signing-change.server.ts';

/**
 * Removes an account's signing secrets, a previous one too: within 5 s, nothing is signed.
 * @throws AppError not_found when the account has none
 */
export async function removeSigningSecret({ owner }: { owner: Owner }): Promise<void> {
  await savesOf(owner.id).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: owner.id });
    const { count } = await tx.user.updateMany({
      where: { id: owner.id, signingSecret: { not: null } },
      data: { signingSecret: null, previousSigningSecret: null, signingRotatedAt: null },
    });
    if (count === 0) throw new AppError('not_found', { message: 'There is no signing secret.' });
    await recordSigningChange({ tx, owner, what: 'removed' });
  });
}
