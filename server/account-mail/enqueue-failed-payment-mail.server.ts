import { type Client, query, type Statement } from '#server/database/transaction.server.ts';

const enqueueStatement: Statement = {
  name: 'account-mail-owe-failed-payment',
  text: `
    insert into "AccountMail" ("userId", "kind", "key")
    select s."userId", 'payment_failed',
      concat(s."stripeSubscriptionId", ' ', extract(epoch from s."currentPeriodStart")::int8)
    from "Subscription" s where s."userId" = $1
    on conflict ("userId", "kind", "key") do nothing`,
};

/**
 * Enqueues an email about a failed payment, in the transaction that sets the subscription to past due: one per unpaid
 * period, however often the card is tried.
 */
export async function enqueueFailedPaymentMail({
  client,
  userId,
}: {
  client: Pick<Client, 'query'>;
  userId: number;
}): Promise<void> {
  await query({ client, statement: enqueueStatement, values: [userId] });
}
