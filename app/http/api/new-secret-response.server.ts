import { toApiEventSubscription } from '#app/presenters/api/event-subscription.ts';
import { getSubscription } from '#server/event-subscriptions/find-subscription.server.ts';
import {
  readSubscriptionSecret,
  showSubscriptionSecret,
} from '#server/event-subscriptions/subscription-secret.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/**
 * An event subscription with its secret, after the call that made the secret. A repeated call shows the current one, which
 * goes into the security log.
 */
export async function newSecretResponse({
  owner,
  id,
  isRepeated,
}: {
  owner: Owner;
  id: number;
  isRepeated: boolean;
}) {
  const subscription = await getSubscription({ ownerId: owner.id, id });
  const secret = await (isRepeated ? showSubscriptionSecret : readSubscriptionSecret)({ owner, id });
  return { data: { ...toApiEventSubscription(subscription), secret } };
}
