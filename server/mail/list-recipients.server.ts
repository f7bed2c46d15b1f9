import { db } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recipientField } from './find-recipient.server.ts';

/** An address that email jobs of an account write to. */
export interface ListedRecipient {
  address: string;
  confirmedAt: Date | null;
  /** Since when it is written to no more. */
  stoppedAt: Date | null;
  createdAt: Date;
}

/** The addresses an account's email jobs have asked or written to, in their order. */
export async function listRecipients({ userId }: { userId: number }): Promise<ListedRecipient[]> {
  const rows = await db().mailRecipient.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: { address: true, confirmedAt: true, stoppedAt: true, createdAt: true },
  });
  return rows.map(({ address, ...row }) => ({
    ...row,
    address: unseal({ sealed: address, userId, field: recipientField }),
  }));
}
