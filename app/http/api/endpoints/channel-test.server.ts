import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { channelIdOf } from '#app/http/id-param.ts';
import { lastDeliverySchema } from '#app/presenters/api/channels/channel-schema.ts';
import { toApiLastDelivery } from '#app/presenters/api/channels/channel.ts';
import { AppError } from '#domain/errors.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'testChannel',
    summary: 'Send a test notification to a channel',
    description:
      'Sent at once, in the same way as real notifications. It counts toward the rate limit of the destination. A successful test enables a disabled channel. A failed delivery also returns 200; see delivered and error.',
    responses: describedResponse('The delivery.', lastDeliverySchema),
    act: async ({ owner, params }) => {
      const channelId = channelIdOf(params.id);
      await testChannel({ owner, channelId });
      return { status: 200, channelId };
    },
    respond: async ({ owner, effect: { channelId } }) => {
      const { kind, lastDelivery } = await getChannel({ owner, channelId });
      if (!lastDelivery) throw new AppError('internal_error');
      return { data: toApiLastDelivery({ kind, delivery: lastDelivery }) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
