import { AppError } from '#domain/errors.ts';
import { dayMs, minuteMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import type { MailRecipient } from '#server/generated/client.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recipientField } from './find-recipient.server.ts';
import { mailboxOf } from './mail-address.server.ts';

/** Lifetime of a confirmation link (security.md section 2), and the interval between two requests. */
export const linkMs = dayMs;
/** Delay after a question that the mail server refused: without it, questions could probe addresses. */
const refusedMs = 15 * minuteMs;
/** Addresses with a pending request of an account. */
const mostOpen = 20;

const isStopped = ({ stoppedAt }: MailRecipient) => stoppedAt !== null;

/**
 * Counts a question to an address before it is sent: one in 24 hours to a mailbox (mailboxOf), and at most 20 of an
 * account without a confirmation. Those of one account are counted one after the other.
 * @throws AppError conflict: the recipient has stopped our mails; rate_limit
 */
export async function pendingQuestion({
  recipient: { id, userId },
  address,
  tokenHash,
  now,
}: {
  recipient: MailRecipient;
  address: string;
  tokenHash: string;
  now: number;
}): Promise<void> {
  const isOpen = { confirmedAt: null, tokenExpiresAt: { gt: new Date(now) } };
  const mailbox = mailboxOf(address);
  await savesOf(userId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: userId });
    const counted = await tx.mailRecipient.findMany({
      where: { userId, OR: [{ stoppedAt: { not: null } }, isOpen] },
    });
    const same = counted.filter(
      (row) => mailboxOf(unseal({ sealed: row.address, userId, field: recipientField })) === mailbox,
    );
    if (same.some(isStopped)) throw stopped();
    if (same.length > 0 && same.every(({ tokenHash: hash }) => hash === null))
      throw new AppError('rate_limit', {
        message: 'The mail server refused the last request to this address. Try again after 15 minutes.',
        details: { retry_after: secondsUntilFree(same, now) },
      });
    if (same.length > 0)
      throw new AppError('rate_limit', {
        message: 'A request was sent to this address within the last 24 hours. You can resend it after that.',
        details: { retry_after: secondsUntilFree(same, now) },
      });
    const open = counted.filter((row) => !isStopped(row));
    if (open.length >= mostOpen)
      throw new AppError('rate_limit', {
        message: `${mostOpen} addresses have not responded yet. Ask more tomorrow.`,
        details: { limit: mostOpen, used: open.length, retry_after: secondsUntilFree(open, now) },
      });
    const { count } = await tx.mailRecipient.updateMany({
      where: { id, confirmedAt: null, stoppedAt: null },
      data: { tokenHash, tokenExpiresAt: new Date(now + linkMs) },
    });
    if (count === 0) throw stopped();
  });
}

/** Seconds until the first of these requests has run out. */
function secondsUntilFree(open: readonly MailRecipient[], now: number): number {
  const ends = open.map(({ tokenExpiresAt }) => tokenExpiresAt?.getTime() ?? now);
  return Math.max(1, Math.ceil((Math.min(...ends) - now) / 1_000));
}

/** Undoes a question that was not sent: it leaves no trace, and the next try needs not wait for it. */
export async function withdrawQuestion({ tokenHash }: { tokenHash: string }): Promise<void> {
  await db().mailRecipient.updateMany({
    where: { tokenHash },
    data: { tokenHash: null, tokenExpiresAt: null },
  });
}

/** A question that the mail server refused: its link is invalid, and for a while it counts as open. */
export async function refuseQuestion({ tokenHash, now }: { tokenHash: string; now: number }): Promise<void> {
  await db().mailRecipient.updateMany({
    where: { tokenHash },
    data: { tokenHash: null, tokenExpiresAt: new Date(now + refusedMs) },
  });
}

/** Error for a request to a recipient who has stopped our mails. */
export function stopped(): AppError {
  return new AppError('conflict', { message: 'The owner of this address has opted out of emails.' });
}
