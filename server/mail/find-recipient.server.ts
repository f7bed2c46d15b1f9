import { db } from '#server/database/db.server.ts';
import type { MailRecipient } from '#server/generated/client.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { addressHash } from './address-hash.server.ts';
import { readRecipient, type RecipientState } from './read-recipient.server.ts';

/** Limit for an account's addresses without a sent question: each save may name another. */
const mostUnasked = 100;

/** Where the addresses of recipients are sealed. */
export const recipientField = 'mailRecipient.address';

export interface Recipient {
  row: MailRecipient;
  state: RecipientState;
}

/** Finds the row of an account's address, or creates it. */
export async function findRecipient(asked: {
  ownerId: number;
  address: string;
  now?: number;
}): Promise<Recipient> {
  const { row, state } = await readRecipient(asked);
  return { row: row ?? (await record(asked)), state };
}

async function record({ ownerId, address }: { ownerId: number; address: string }): Promise<MailRecipient> {
  await dropUnasked(ownerId);
  const hash = addressHash(address);
  const sealed = seal({ text: address, userId: ownerId, field: recipientField });
  return db().mailRecipient.upsert({
    where: { userId_addressHash: { userId: ownerId, addressHash: hash } },
    create: { userId: ownerId, addressHash: hash, address: sealed },
    update: {},
  });
}

/** One with a sent question stays: the stop link in its mail names its row. */
async function dropUnasked(userId: number): Promise<void> {
  const unasked = { userId, confirmedAt: null, stoppedAt: null, tokenExpiresAt: null };
  const older = await db().mailRecipient.findMany({
    where: unasked,
    orderBy: { id: 'desc' },
    skip: mostUnasked - 1,
    select: { id: true },
  });
  if (older.length === 0) return;
  await db().mailRecipient.deleteMany({ where: { ...unasked, id: { in: older.map(({ id }) => id) } } });
}
