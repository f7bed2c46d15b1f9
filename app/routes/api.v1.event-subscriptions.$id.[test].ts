import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { id } from '#app/presenters/api/field-schema.ts';
import { sendTestEvent } from '#server/event-subscriptions/send-test-event.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'testEventSubscription',
    summary: 'Send a test event at once',
    description:
      'The delivery log shows how it was received. Limited to ten a minute, together with test runs.',
    responses: {
      200: {
        description: 'It was sent, and received or not.',
        data: z.object({
          delivery_id: id('Its place in the delivery log.', 8_123),
          received: z.boolean().meta({ description: 'The response was a 2xx.', examples: [true] }),
          status_code: z
            .int()
            .nullable()
            .meta({ examples: [200] }),
        }),
      },
    },
    act: async ({ owner, params }) => {
      const sent = await sendTestEvent({ owner, id: jobIdOf(params.id) });
      const { deliveryId, errorCode, statusCode } = sent;
      return { status: 200, deliveryId, isReceived: errorCode === null, statusCode: statusCode ?? 0 };
    },
    respond: ({ effect: { deliveryId, isReceived, statusCode } }) =>
      Promise.resolve({
        data: {
          delivery_id: deliveryId,
          received: isReceived,
          status_code: statusCode === 0 ? null : statusCode,
        },
      }),
  }),
});

export const loader = route.loader;
export const action = route.action;
