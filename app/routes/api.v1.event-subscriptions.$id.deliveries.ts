import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { choiceOf, countField } from '#app/http/api/list-query.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { eventDeliverySchema } from '#app/presenters/api/event-subscription-schema.ts';
import { toApiEventDelivery } from '#app/presenters/api/event-subscription.ts';
import { notificationStates } from '#domain/notifications/notification.ts';
import { listEventDeliveries } from '#server/event-subscriptions/list-deliveries.server.ts';

const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'The cursor of the next page; null on the last one.',
    examples: [null],
  });

const route = apiRoute({
  get: apiCall({
    operation: 'listEventDeliveries',
    summary: 'The delivery log of an event subscription, newest first',
    responses: describedResponse(
      'A page of the last 7 days.',
      z.object({ deliveries: z.array(eventDeliverySchema), next_cursor: nextCursor }),
    ),
    query: z.strictObject({
      state: choiceOf({ name: 'state', of: ['all', ...notificationStates] })
        .default('all')
        .meta({ description: 'Filter by state.' }),
      per_page: countField({ name: 'per_page', max: 100, description: 'Rows per page. Default 20.' }),
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, { error: 'Use the cursor from the response of the previous page.' })
        .optional()
        .meta({ description: 'The next_cursor of the previous page.' }),
    }),
    run: async ({ owner, params, query: { state, per_page: limit = 20, cursor } }) => {
      const { deliveries, next } = await listEventDeliveries({
        ownerId: owner.id,
        id: jobIdOf(params.id),
        state: state === 'all' ? null : state,
        before: cursor === undefined ? null : Number(cursor),
        limit,
      });
      const data = { deliveries: deliveries.map(toApiEventDelivery), next_cursor: next && String(next) };
      return { data };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
