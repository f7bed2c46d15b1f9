import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { hashToken } from './ask-confirmation.server.ts';
import { recipientField } from './find-recipient.server.ts';

/** Content of the page behind a link, before the decision. */
export interface ConfirmationQuestion {
  address: string;
  /** The account whose jobs write. */
  sender: string;
}

/**
 * The question behind a link.
 * @throws AppError not_found: unknown, used, older than 24 hours, or its asker's address is no longer verified
 */
export async function findQuestion({
  token,
  now = Date.now(),
}: {
  token: string;
  now?: number;
}): Promise<ConfirmationQuestion> {
  const row = await db().mailRecipient.findFirst({
    where: {
      tokenHash: hashToken(token),
      tokenExpiresAt: { gt: new Date(now) },
      // Sign-in follows the provider's address: a recipient must not see one that is not the sender's.
      user: { emailVerified: true },
    },
    include: { user: { select: { email: true } } },
  });
  if (!row) throw new AppError('not_found');
  const { userId, address: sealed, user } = row;
  return { address: unseal({ sealed, userId, field: recipientField }), sender: user.email };
}

/**
 * Lets an account's jobs write to an address. The link works once.
 * @throws AppError not_found: as findQuestion says
 */
export async function confirmRecipient({
  token,
  now = Date.now(),
}: {
  token: string;
  now?: number;
}): Promise<void> {
  const tokenHash = hashToken(token);
  await db().$transaction(async (tx) => {
    const row = await tx.mailRecipient.findFirst({ where: { tokenHash }, select: { userId: true } });
    const { count } = await tx.mailRecipient.updateMany({
      where: { tokenHash, tokenExpiresAt: { gt: new Date(now) }, user: { emailVerified: true } },
      data: { confirmedAt: new Date(now), tokenHash: null, tokenExpiresAt: null, stoppedAt: null },
    });
    if (!row || count === 0) throw new AppError('not_found');
    await recordEvent({
      tx,
      code: 'user_changed',
      subjectId: row.userId,
      details: { recipient: 'confirmed' },
    });
  });
}
