import { z } from 'zod';
import { apiCall, apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { newSecretResponse } from '#app/http/api/new-secret-response.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import {
  eventSubscriptionSchema,
  eventTypesSchema,
  newEventSubscriptionSchema,
} from '#app/presenters/api/event-subscription-schema.ts';
import { toApiEventSubscription } from '#app/presenters/api/event-subscription.ts';
import { listEventSubscriptions } from '#server/event-subscriptions/find-subscription.server.ts';
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
  post: idempotentCall({
    operation: 'createEventSubscription',
    summary: 'Subscribe a URL to events; only this call and a rotation return the secret',
    description:
      'Ultimate only. At most 10 per account; another one returns 409. A repeat with the same Idempotency-Key returns the current secret.',
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
    act: async ({ owner, body }) => {
      const { id: subscriptionId } = await createSubscription({ owner, ...body });
      return { status: 201, subscriptionId };
    },
    respond: ({ owner, effect: { subscriptionId }, isRepeated }) =>
      newSecretResponse({ owner, id: subscriptionId, isRepeated }),
  }),
});

export const loader = route.loader;
export const action = route.action;
