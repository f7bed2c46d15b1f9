import { AppError } from '#domain/errors.ts';
import { listEventSubscriptions } from '#server/event-subscriptions/find-subscription.server.ts';
import { listEventDeliveries } from '#server/event-subscriptions/list-deliveries.server.ts';
import type { EventDeliveryView, EventSubscriptionView } from '#server/event-subscriptions/types.ts';

/** An event subscription with its delivery log. */
export interface ExportedSubscription {
  subscription: EventSubscriptionView;
  /** Newest first. */
  deliveries: AsyncGenerator<EventDeliveryView>;
}

const pageSize = 500;

/** The event subscriptions of an account, oldest first. */
export async function* exportedSubscriptions(ownerId: number): AsyncGenerator<ExportedSubscription> {
  for (const subscription of await listEventSubscriptions({ ownerId }))
    yield { subscription, deliveries: exportedDeliveries({ ownerId, id: subscription.id }) };
}

/** Yields the delivery log; ends early if the subscription is deleted in the meantime. */
async function* exportedDeliveries({
  ownerId,
  id,
}: {
  ownerId: number;
  id: number;
}): AsyncGenerator<EventDeliveryView> {
  try {
    for (let before: number | null = null; ;) {
      const page: Awaited<ReturnType<typeof listEventDeliveries>> = await listEventDeliveries({
        ...{ ownerId, id, before },
        limit: pageSize,
      });
      yield* page.deliveries;
      if (page.next === null) return;
      before = page.next;
    }
  } catch (error) {
    if (!(error instanceof AppError && error.type === 'not_found')) throw error;
  }
}
