import { isRecentSignIn } from '#server/accounts/sessions/is-recent-sign-in.server.ts';
import { notificationErrorText } from '#domain/notifications/notification-words.ts';
import { plans } from '#domain/plan.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import {
  getSubscription,
  listEventSubscriptions,
} from '#server/event-subscriptions/find-subscription.server.ts';
import { listEventDeliveries } from '#server/event-subscriptions/list-deliveries.server.ts';
import type { EventDeliveryView, EventSubscriptionView } from '#server/event-subscriptions/types.ts';

const deliveriesShown = 25;

/** The card of the settings page. */
export async function toEventsCard({ user: { id: ownerId, tier } }: Pick<SignedInAccount, 'user'>) {
  const listed = await listEventSubscriptions({ ownerId });
  return {
    limit: plans[tier].eventSubscriptions,
    listed: listed.map((view) => ({
      ...{ id: view.id, host: view.host, types: view.types.length, state: stateOf(view) },
    })),
  };
}

/**
 * The page of one event subscription, without its secret.
 * @param before id of the last delivery of the page before; null for the newest
 * @throws AppError not_found
 */
export async function toEventSubscriptionPage({
  user: { id: ownerId, tier },
  session,
  id,
  before,
}: SignedInAccount & { id: number; before: number | null }) {
  const [view, log] = await Promise.all([
    getSubscription({ ownerId, id }),
    listEventDeliveries({ ownerId, id, before, limit: deliveriesShown }),
  ]);
  return {
    ...{ id, url: view.url, host: view.host, types: view.types, state: stateOf(view), before },
    hasPlan: plans[tier].eventSubscriptions > 0,
    isRecent: isRecentSignIn(session),
    failingSince: view.failingSince?.getTime() ?? null,
    previousUntil: view.previousSecretUntil?.getTime() ?? null,
    isReplaying: view.isReplaying,
    deliveries: log.deliveries.map(toLine),
    next: log.next,
  };
}

type State = 'enabled' | 'failing' | 'disabled' | 'gone' | 'given_up';

function stateOf({ disabledAt, disabledReason, failingSince }: EventSubscriptionView): State {
  if (disabledAt === null) return failingSince === null ? 'enabled' : 'failing';
  if (disabledReason === 'gone') return 'gone';
  return disabledReason === 'failing' ? 'given_up' : 'disabled';
}

const kinds = [null, 'Resent', 'Replay'];

function toLine({ id, type, jobId, at, lane, state, attempts, nextAt, ...last }: EventDeliveryView) {
  const { errorCode, statusCode, response } = last;
  return {
    ...{ id, type, jobId: jobId === 0 ? null : jobId, at: at.getTime(), kind: kinds[lane] ?? null, state },
    ...{ attempts, statusCode, response, nextAt: nextAt?.getTime() ?? null },
    error: errorCode === null ? null : notificationErrorText({ channel: 'webhook', errorCode, statusCode }),
  };
}

export type EventsCardView = Awaited<ReturnType<typeof toEventsCard>>;
export type EventSubscriptionPageView = Awaited<ReturnType<typeof toEventSubscriptionPage>>;
