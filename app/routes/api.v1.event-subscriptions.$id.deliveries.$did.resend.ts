import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { executionIdOf, jobIdOf } from '#app/http/id-param.ts';
import { id } from '#app/presenters/api/field-schema.ts';
import { sendAgain } from '#server/event-subscriptions/send-again.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'resendEvent',
    summary: 'Send an event of the delivery log again, with the same webhook-id',
    description: 'Returns 409 for a pending delivery, a test, or a disabled subscription.',
    responses: {
      202: { description: 'Accepted.', data: z.object({ delivery_id: id('The new delivery.', 8_124) }) },
    },
    errors: ['conflict'],
    act: async ({ owner, params }) => {
      const order = { owner, id: jobIdOf(params.id), deliveryId: executionIdOf(params.did) };
      return { status: 202, deliveryId: await sendAgain(order) };
    },
    respond: ({ effect }) => Promise.resolve({ data: { delivery_id: effect.deliveryId } }),
  }),
});

export const loader = route.loader;
export const action = route.action;
