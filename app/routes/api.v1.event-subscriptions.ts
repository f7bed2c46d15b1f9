import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import {
  eventSubscriptionSchema,
  eventTypesSchema,
  newEventSubscriptionSchema,
} from '#app/presenters/api/event-subscription-schema.ts';
import { toApiEventSubscription } from '#app/presenters/api/event-subscription.ts';
import {
  getSubscription,
  listEventSubscriptions,
} from '#server/event-subscriptions/find-subscription.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listEventSubscriptions',
    summary: 'List the event subscriptions of the account',
    responses: describedResponse('The event subscriptions, oldest first.', z.array(eventSubscriptionSchema)),
    run: async ({ owner }) => ({
      data: (await listEventSubscriptions({ ownerId: owner.id })).map(toApiEventSubscription),
    }),
  }),
  post: apiCall({
    operation: 'createEventSubscription',
    summary: 'Subscribe a URL to events; the secret is returned only in this response',
    description: 'Ultimate only. At most 10 per account; another one returns 409.',
    responses: {
      201: { description: 'The event subscription with its secret.', data: newEventSubscriptionSchema },
    },
    errors: ['conflict'],
    body: z.strictObject({
      url: z.string({ error: 'Give the url that receives the events.' }).meta({
        description: 'An address on the public internet.',
        examples: ['https://events.example.com/punctual'],
      }),
      types: eventTypesSchema,
    }),
    run: async ({ owner, body }) => {
      const { id, secret } = await createSubscription({ owner, ...body });
      const made = await getSubscription({ ownerId: owner.id, id });
      return { status: 201, data: { ...toApiEventSubscription(made), secret } };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
