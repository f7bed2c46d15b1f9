import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { eventSubscriptionSchema, eventTypesSchema } from '#app/presenters/api/event-subscription-schema.ts';
import { toApiEventSubscription } from '#app/presenters/api/event-subscription.ts';
import { getSubscription } from '#server/event-subscriptions/find-subscription.server.ts';
import {
  deleteSubscription,
  updateSubscription,
} from '#server/event-subscriptions/save-subscription.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getEventSubscription',
    summary: 'An event subscription',
    responses: describedResponse('The event subscription.', eventSubscriptionSchema),
    run: async ({ owner, params }) => ({
      data: toApiEventSubscription(await getSubscription({ ownerId: owner.id, id: jobIdOf(params.id) })),
    }),
  }),
  patch: apiCall({
    operation: 'updateEventSubscription',
    summary: 'Change an event subscription, disable or enable it',
    description: 'Omitted fields keep their values. After enabling, the pending events are sent.',
    responses: describedResponse('The event subscription after the change.', eventSubscriptionSchema),
    body: z.strictObject({
      url: z
        .string()
        .optional()
        .meta({ examples: ['https://events.example.com/punctual'] }),
      types: eventTypesSchema.optional(),
      enabled: z
        .boolean({ error: 'enabled is true or false.' })
        .optional()
        .meta({ examples: [true] }),
    }),
    run: async ({ owner, params, body: { enabled, ...changes } }) => {
      const id = jobIdOf(params.id);
      await updateSubscription({ owner, id, ...changes, isEnabled: enabled });
      return { data: toApiEventSubscription(await getSubscription({ ownerId: owner.id, id })) };
    },
  }),
  delete: apiCall({
    operation: 'deleteEventSubscription',
    summary: 'Delete an event subscription, with its delivery log',
    responses: describedResponse('Deleted: it gets nothing from now on.', z.literal(true)),
    run: async ({ owner, params }) => {
      await deleteSubscription({ owner, id: jobIdOf(params.id) });
      return { data: true };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
