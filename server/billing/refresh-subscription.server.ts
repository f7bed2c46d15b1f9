import {
  type Applied,
  type ApplyCause,
  applySubscription,
} from '#server/billing/apply-subscription.server.ts';
import { ownerOfCustomer } from '#server/billing/owner-of-customer.server.ts';
import type { PlanActor } from '#server/billing/record-plan-event.server.ts';
import { seeSubscription } from '#server/billing/see-subscription.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { inTurn } from '#server/jobs/access/owner-turns.server.ts';

/**
 * Fetches a customer's subscription from the payment provider, and applies it. Holds no connection meanwhile.
 * @throws AppError external_service_error
 */
export async function refreshSubscription({
  customerId,
  cause,
  actor = {},
}: {
  customerId: string;
  cause: ApplyCause;
  actor?: PlanActor;
}): Promise<Applied> {
  const userId = await ownerOfCustomer({ customerId });
  if (userId === null) return 'unknown';
  const seen = await seeSubscription({ customerId });
  const apply = () => inTransaction((client) => applySubscription({ client, userId, seen, cause, actor }));
  return inTurn({ ownerId: userId, run: apply });
}
