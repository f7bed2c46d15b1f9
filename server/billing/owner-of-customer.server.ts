import { createPool } from '#server/database/db.server.ts';

/** Whose a customer of the payment provider is; null: of another product that sells there, or forgotten here. */
export async function ownerOfCustomer({ customerId }: { customerId: string }): Promise<number | null> {
  const { rows } = await createPool().query<{ userId: number }>(
    `select "userId" from "Subscription" where "stripeCustomerId" = $1`,
    [customerId],
  );
  return rows[0]?.userId ?? null;
}
