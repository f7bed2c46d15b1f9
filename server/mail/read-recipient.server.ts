import { db } from '#server/database/db.server.ts';
import type { MailRecipient } from '#server/generated/client.ts';
import { addressHashes } from './address-hash.server.ts';
import { hashedForms } from './mail-address.server.ts';

export type RecipientState = 'confirmed' | 'unconfirmed' | 'asked' | 'stopped';

/**
 * Reports whether an account's jobs may write to an address; changes nothing. The owner's own verified address needs no
 * confirmation; an address that stopped emails gets none from this account.
 * @returns row: null for an address without a request or email so far
 */
export async function readRecipient({
  ownerId,
  address,
  now = Date.now(),
}: {
  ownerId: number;
  address: string;
  now?: number;
}): Promise<{ row: MailRecipient | null; state: RecipientState }> {
  const [row, owner] = await Promise.all([
    db().mailRecipient.findFirst({
      where: { userId: ownerId, addressHash: { in: addressHashes(address) } },
      // An older row may spell the same address otherwise: a stop counts before a confirmation.
      orderBy: [
        { stoppedAt: { sort: 'desc', nulls: 'last' } },
        { confirmedAt: { sort: 'desc', nulls: 'last' } },
        { id: 'desc' },
      ],
    }),
    db().user.findUniqueOrThrow({
      where: { id: ownerId },
      select: { email: true, emailVerified: true },
    }),
  ]);
  const isOwn = owner.emailVerified && hashedForms(owner.email)[0] === hashedForms(address)[0];
  return { row, state: stateOf({ row, isOwn, now }) };
}

function stateOf({
  row,
  isOwn,
  now,
}: {
  row: MailRecipient | null;
  isOwn: boolean;
  now: number;
}): RecipientState {
  if (row?.stoppedAt) return 'stopped';
  if (isOwn || row?.confirmedAt) return 'confirmed';
  return row?.tokenHash && row.tokenExpiresAt && row.tokenExpiresAt.getTime() > now ? 'asked' : 'unconfirmed';
}
