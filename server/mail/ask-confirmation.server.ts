import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { db } from '#server/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { confirmationMessage } from './confirmation-message.server.ts';
import { findRecipient } from './find-recipient.server.ts';
import { sendMail } from './send-mail.server.ts';
import { takePlace } from './take-place.server.ts';
import { isMailConfigured, noMailServer } from './transport.server.ts';

/** How long a link confirms (security.md section 2). */
const linkMs = 86_400_000;
const againMs = 600_000;
/** Addresses that an account has asked and that have not answered yet. */
const mostOpen = 20;
const sendLimitMs = 20_000;

/**
 * Asks an address whether an account's jobs may write to it, by a link that works once and for 24 hours.
 * @returns confirmed: nothing was sent, since it is confirmed, or the owner's own
 * @throws AppError conflict (the recipient has stopped our mails, or there is no mail server), rate_limit,
 *   external_service_error (the mail server did not take the message)
 */
export async function askConfirmation({
  owner,
  address,
  now = Date.now(),
}: {
  owner: Owner;
  address: string;
  now?: number;
}): Promise<'confirmed' | 'asked'> {
  const { row, state } = await findRecipient({ ownerId: owner.id, address, now });
  if (state === 'confirmed') return 'confirmed';
  if (state === 'stopped')
    throw new AppError('conflict', { message: 'Whoever reads this address has asked for no more mails.' });
  if (!isMailConfigured()) throw new AppError('conflict', { message: noMailServer });
  await checkPace({ ownerId: owner.id, askedAt: askedAt(row.tokenExpiresAt), now });
  const place = await takePlace({ address });
  if ('fullForMs' in place)
    throw new AppError('rate_limit', { message: 'This address already got its mails of this hour.' });

  const token = randomBytes(32).toString('base64url');
  await db().mailRecipient.update({
    where: { id: row.id },
    data: { tokenHash: hashToken(token), tokenExpiresAt: new Date(now + linkMs) },
  });
  const { email } = await db().user.findUniqueOrThrow({ where: { id: owner.id }, select: { email: true } });
  const mail = confirmationMessage({ to: address, from: email, token, recipientId: row.id });
  const { fault } = await sendMail({ mail, timeoutMs: sendLimitMs });
  if (fault === null) return 'asked';
  // A link that did not arrive leaves no trace: the next try needs not wait for it.
  await db().mailRecipient.update({
    where: { id: row.id },
    data: { tokenHash: null, tokenExpiresAt: null },
  });
  await place.giveBack();
  throw new AppError('external_service_error', {
    message: 'The mail server did not take the message. Check the address and try again later.',
    cause: fault,
  });
}

/** As the row keeps it: whoever reads the table cannot confirm. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function askedAt(expiresAt: Date | null): number | null {
  return expiresAt && expiresAt.getTime() - linkMs;
}

async function checkPace({
  ownerId,
  askedAt: at,
  now,
}: {
  ownerId: number;
  askedAt: number | null;
  now: number;
}) {
  if (at !== null && now - at < againMs)
    throw new AppError('rate_limit', { message: 'The address was asked a moment ago. Wait ten minutes.' });
  const open = await db().mailRecipient.count({
    where: { userId: ownerId, confirmedAt: null, tokenExpiresAt: { gt: new Date(now) } },
  });
  if (open >= mostOpen)
    throw new AppError('rate_limit', {
      message: `${mostOpen} addresses have not answered yet. Ask further ones tomorrow.`,
      details: { limit: mostOpen, used: open },
    });
}
