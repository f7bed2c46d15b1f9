import type { Tx } from '#server/database/db.server.ts';

/** Owes the mail that greets a new account, in the transaction that makes it; two of them at once owe one. */
export async function enqueueWelcomeMail({ tx, userId }: { tx: Tx; userId: number }): Promise<void> {
  await tx.accountMail.createMany({ data: { userId, kind: 'welcome', key: '' }, skipDuplicates: true });
}
