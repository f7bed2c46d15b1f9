import { db } from '#server/db.server.ts';
import type { MailRecipient } from '#server/generated/client.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { addressHash } from './address-hash.server.ts';
import { readRecipient, type RecipientState } from './read-recipient.server.ts';

/** Where the addresses of recipients are sealed. */
export const recipientField = 'mailRecipient.address';

export interface Recipient {
  row: MailRecipient;
  state: RecipientState;
}

/** An address that an account asks or writes to, noted at the first time. */
export async function findRecipient(asked: {
  ownerId: number;
  address: string;
  now?: number;
}): Promise<Recipient> {
  const { row, state } = await readRecipient(asked);
  return { row: row ?? (await note(asked)), state };
}

function note({ ownerId, address }: { ownerId: number; address: string }): Promise<MailRecipient> {
  const hash = addressHash(address);
  const sealed = seal({ text: address, userId: ownerId, field: recipientField });
  return db().mailRecipient.upsert({
    where: { userId_addressHash: { userId: ownerId, addressHash: hash } },
    create: { userId: ownerId, addressHash: hash, address: sealed },
    update: {},
  });
}
