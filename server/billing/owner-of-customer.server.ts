import { getPool } from '#server/database/db.server.ts';

/** Owner of a customer of the payment provider; null for one of another product there, or one removed here. */
export async function ownerOfCustomer({ customerId }: { customerId: string }): Promise<number | null> {
  const { rows } = await getPool().query<{ userId: number }>(
    `select "userId" from "Subscription" where "stripeCustomerId" = $1`,
    [customerId],
  );
  return rows[0]?.userId ?? null;
}
