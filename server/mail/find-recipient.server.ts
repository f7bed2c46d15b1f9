import { db } from '#server/db.server.ts';
import type { MailRecipient } from '#server/generated/client.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { addressHash, addressHashes } from './address-hash.server.ts';

/** Where the addresses of recipients are sealed. */
export const recipientField = 'mailRecipient.address';

export type RecipientState = 'confirmed' | 'unconfirmed' | 'asked' | 'stopped';

export interface Recipient {
  row: MailRecipient;
  state: RecipientState;
}

/**
 * An address that an account writes to, noted at the first time it is asked for. The owner's own verified address
 * needs no confirmation; whoever said stop is written to no more, by this account.
 */
export async function findRecipient({
  ownerId,
  address,
  now = Date.now(),
}: {
  ownerId: number;
  address: string;
  now?: number;
}): Promise<Recipient> {
  const [row, owner] = await Promise.all([
    noted({ ownerId, address }),
    db().user.findUniqueOrThrow({
      where: { id: ownerId },
      select: { email: true, emailVerified: true },
    }),
  ]);
  const isOwn = owner.emailVerified && owner.email.toLowerCase() === address.toLowerCase();
  return { row, state: stateOf({ row, isOwn, now }) };
}

async function noted({ ownerId, address }: { ownerId: number; address: string }): Promise<MailRecipient> {
  const known = await db().mailRecipient.findFirst({
    where: { userId: ownerId, addressHash: { in: addressHashes(address) } },
  });
  if (known) return known;
  const hash = addressHash(address);
  const sealed = seal({ text: address, userId: ownerId, field: recipientField });
  return db().mailRecipient.upsert({
    where: { userId_addressHash: { userId: ownerId, addressHash: hash } },
    create: { userId: ownerId, addressHash: hash, address: sealed },
    update: {},
  });
}

function stateOf({
  row: { confirmedAt, stoppedAt, tokenExpiresAt },
  isOwn,
  now,
}: {
  row: MailRecipient;
  isOwn: boolean;
  now: number;
}): RecipientState {
  if (stoppedAt !== null) return 'stopped';
  if (isOwn || confirmedAt !== null) return 'confirmed';
  return tokenExpiresAt !== null && tokenExpiresAt.getTime() > now ? 'asked' : 'unconfirmed';
}
