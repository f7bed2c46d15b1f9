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
 * Owes a mail about a payment that failed, in the transaction that writes the subscription as past due: one for each
 * period that is not paid, however often the card is tried.
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
