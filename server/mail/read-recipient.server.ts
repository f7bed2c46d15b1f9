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
  const [recipient] = await readRecipients({ ownerId, addresses: [address], now });
  return { row: recipient?.row ?? null, state: recipient?.state ?? 'unconfirmed' };
}

/** The same of several addresses, in the order given. */
export async function readRecipients({
  ownerId,
  addresses,
  now = Date.now(),
}: {
  ownerId: number;
  addresses: string[];
  now?: number;
}): Promise<{ address: string; row: MailRecipient | null; state: RecipientState }[]> {
  const hashes = addresses.map(addressHashes);
  const [rows, owner] = await Promise.all([
    db().mailRecipient.findMany({
      where: { userId: ownerId, addressHash: { in: hashes.flat() } },
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
  return addresses.map((address, index) => {
    const row = rows.find(({ addressHash }) => hashes[index]?.includes(addressHash)) ?? null;
    const isOwn = owner.emailVerified && hashedForms(owner.email)[0] === hashedForms(address)[0];
    return { address, row, state: stateOf({ row, isOwn, now }) };
  });
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
