import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { mailTarget } from './mail-target.server.ts';
import { readRecipient } from './read-recipient.server.ts';

const unverifiedAsker =
  'Verify your own email address first: recipients are asked to confirm in its name. Verify it with your sign-in provider, then sign in again.';

/**
 * Refuses an email job that can never be sent: its address is invalid for mail servers, or unconfirmed while its owner
 * cannot send the question.
 * @throws AppError validation_error on webhookURL
 */
export async function checkRecipient({ ownerId, url }: { ownerId: number; url: string }): Promise<void> {
  if (!/^mailto:/i.test(url)) return;
  const target = mailTarget(url);
  if (!target) throw refusal('Write one address with a valid domain, such as mailto:ops@example.com.');
  const { state } = await readRecipient({ ownerId, address: target.address });
  if (state !== 'confirmed') await requireAsker({ ownerId, field: 'webhookURL' });
}

/**
 * Refuses addresses that an account cannot ask for their consent, because its own is not verified.
 * @throws AppError validation_error on the field
 */
export async function requireAsker({ ownerId, field }: { ownerId: number; field: string }): Promise<void> {
  if ((await verifiedEmailOf({ ownerId })) === null) throw refusal(unverifiedAsker, field);
}

const refusal = (message: string, field = 'webhookURL') =>
  new AppError('validation_error', { message, details: { [field]: message } });

/**
 * The sender named in an account's request.
 * @throws AppError conflict: the account's address is not verified
 */
export async function askerOf({ ownerId }: { ownerId: number }): Promise<string> {
  const email = await verifiedEmailOf({ ownerId });
  if (email === null) throw new AppError('conflict', { message: unverifiedAsker });
  return email;
}

async function verifiedEmailOf({ ownerId }: { ownerId: number }): Promise<string | null> {
  const { email, emailVerified } = await db().user.findUniqueOrThrow({
    where: { id: ownerId },
    select: { email: true, emailVerified: true },
  });
  return emailVerified ? email : null;
}
