import type { Tx } from '#server/database/db.server.ts';

/** Enqueues the welcome email of a new account, in the transaction that creates it; two at once enqueue one. */
export async function enqueueWelcomeMail({ tx, userId }: { tx: Tx; userId: number }): Promise<void> {
  await tx.accountMail.createMany({ data: { userId, kind: 'welcome', key: '' }, skipDuplicates: true });
}
