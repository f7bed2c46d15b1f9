import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { pageAliases, pageFields } from '#app/http/api/list-query.ts';
import { describedPage } from '#app/http/api/openapi/described-responses.ts';
import { pageResponse, toPageQuery } from '#app/http/api/pages.ts';
import { channelIdOf } from '#app/http/id-param.ts';
import { deliverySchema } from '#app/presenters/api/channels/channel-schema.ts';
import { toApiDelivery } from '#app/presenters/api/channels/channel.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { listDeliveries } from '#server/channels/list-deliveries.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listChannelDeliveries',
    summary: 'List the notifications of a channel, newest first',
    responses: describedPage('A page of notifications.', deliverySchema),
    query: z.strictObject(pageFields),
    aliases: pageAliases,
    run: async ({ request, caller, owner, params, query }) => {
      const { id: channelId, kind } = await getChannel({ owner, channelId: channelIdOf(params.id) });
      const { page, perPage } = toPageQuery({ query, kind: caller.kind });
      const { rows, total } = await listDeliveries({ ownerId: owner.id, channelId, page, perPage });
      const shown = rows.map((delivery) => toApiDelivery({ kind, delivery }));
      return pageResponse({ request, kind: caller.kind, rows: shown, total, page, perPage });
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
