import { ownerOf } from '#app/http/session/owner-of.server.ts';
import type { Act } from '#app/http/settings/act.ts';
import { deliveryIn, idIn } from '#app/http/settings/id-in.server.ts';
import { notificationErrorText } from '#domain/notifications/notification-words.ts';
import { eventSubscriptionPath } from '#domain/event-type.ts';
import {
  deleteSubscription,
  updateSubscription,
} from '#server/event-subscriptions/save-subscription.server.ts';
import { sendAgain } from '#server/event-subscriptions/send-again.server.ts';
import { sendTestEvent } from '#server/event-subscriptions/send-test-event.server.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';

const anchor = 'event-subscriptions';
const pageOf = (form: FormData) => eventSubscriptionPath(idIn(form));

/** The buttons of event subscriptions. */
export const eventSubscriptionActs = {
  'delete-events': {
    fallback: 'Failed to delete the event subscription. Please try again.',
    anchor,
    run: async (asked) => {
      await deleteSubscription({ owner: ownerOf(asked), id: idIn(asked.form) });
      return 'Event Subscription Deleted';
    },
  },
  'disable-events': {
    fallback: 'Failed to disable the event subscription. Please try again.',
    ...{ anchor, pageOf },
    run: async (asked) => {
      await updateSubscription({ owner: ownerOf(asked), id: idIn(asked.form), isEnabled: false });
      return 'Event Subscription Disabled';
    },
  },
  'enable-events': {
    fallback: 'Failed to enable the event subscription. Please try again.',
    ...{ anchor, pageOf },
    run: async (asked) => {
      await updateSubscription({ owner: ownerOf(asked), id: idIn(asked.form), isEnabled: true });
      return 'Event Subscription Enabled';
    },
  },
  'rotate-event-secret': {
    fallback: 'Failed to rotate the secret. Please try again.',
    ...{ anchor, pageOf },
    run: async (asked) => {
      await rotateSubscriptionSecret({ owner: ownerOf(asked), id: idIn(asked.form) });
      return 'Secret Rotated';
    },
  },
  'test-events': {
    fallback: 'Failed to send the test event. Please try again.',
    ...{ anchor, pageOf },
    run: async (asked) => {
      const sent = await sendTestEvent({ owner: ownerOf(asked), id: idIn(asked.form) });
      const { errorCode, statusCode } = sent;
      if (errorCode === null) return 'Test Event Delivered';
      const message = notificationErrorText({ channel: 'webhook', errorCode, statusCode });
      return { title: 'Test Event Not Delivered', message, tone: 'error' };
    },
  },
  'resend-event': {
    fallback: 'Failed to send the event again. Please try again.',
    ...{ anchor, pageOf },
    run: async (asked) => {
      const order = { owner: ownerOf(asked), id: idIn(asked.form), deliveryId: deliveryIn(asked.form) };
      await sendAgain(order);
      return 'Event Sent Again';
    },
  },
} satisfies Record<string, Act>;
