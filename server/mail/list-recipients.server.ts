import { db } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { recipientField } from './find-recipient.server.ts';

/** An address that email jobs of an account write to. */
export interface ListedRecipient {
  address: string;
  confirmedAt: Date | null;
  /** Time of its stop. */
  stoppedAt: Date | null;
  createdAt: Date;
}

/** The addresses of an account's email jobs with a sent question or mail, in order. */
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
