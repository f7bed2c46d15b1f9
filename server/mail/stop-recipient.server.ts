import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { recipientField } from './find-recipient.server.ts';
import { recipientOfStopToken } from './stop-token.server.ts';

/** Content of the page behind a stop link. */
export interface Subscription {
  address: string;
  sender: string;
  isStopped: boolean;
}

/**
 * Account and address of a stop link.
 * @throws AppError not_found: not a link of ours, or the account was removed
 */
export async function findSubscription({ token }: { token: string }): Promise<Subscription> {
  const row = await db().mailRecipient.findUnique({
    where: { id: idOf(token) },
    include: { user: { select: { email: true } } },
  });
  if (!row) throw new AppError('not_found');
  const { userId, address: sealed, user, stoppedAt } = row;
  return {
    address: unseal({ sealed, userId, field: recipientField }),
    sender: user.email,
    isStopped: stoppedAt !== null,
  };
}

/**
 * Stops the mails of an account's jobs to an address, or allows them again. The link can be used any number of times;
 * an open question is withdrawn with it.
 * @throws AppError not_found: not a link of ours, or the account was removed
 */
export async function stopRecipient({
  token,
  isStopped,
  now = Date.now(),
}: {
  token: string;
  isStopped: boolean;
  now?: number;
}): Promise<void> {
  const id = idOf(token);
  await db().$transaction(async (tx) => {
    const row = await tx.mailRecipient.findUnique({
      where: { id },
      select: { userId: true, stoppedAt: true },
    });
    if (!row) throw new AppError('not_found');
    if ((row.stoppedAt !== null) === isStopped) return;
    await tx.mailRecipient.update({
      where: { id },
      data: isStopped
        ? { stoppedAt: new Date(now), tokenHash: null, tokenExpiresAt: null }
        : { stoppedAt: null },
    });
    const details = { recipient: isStopped ? 'stopped' : 'allowed again' };
    await recordEvent({ tx, code: 'user_changed', subjectId: row.userId, details });
  });
}

function idOf(token: string): number {
  const id = recipientOfStopToken(token);
  if (id === null) throw new AppError('not_found');
  return id;
}
