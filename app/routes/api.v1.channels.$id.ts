import { z } from 'zod';
import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { toQuietHours, toChannelSettings, toTemplate, withWireNames } from '#app/http/api/channel-body.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { channelIdOf } from '#app/http/id-param.ts';
import {
  channelSchema,
  givenKind,
  givenName,
  givenSettings,
  readOnlyFields,
} from '#app/presenters/api/channels/channel-schema.ts';
import { givenQuietHours } from '#app/presenters/api/channels/quiet-hours-schema.ts';
import { givenTemplate } from '#app/presenters/api/channels/template-schema.ts';
import { toApiChannel } from '#app/presenters/api/channels/channel.ts';
import { deleteChannel } from '#server/channels/delete-channel.server.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { updateChannel } from '#server/channels/update-channel.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getChannel',
    summary: 'Read a notification channel',
    responses: describedResponse('The channel; secrets are masked.', channelSchema),
    run: async ({ owner, params }) => ({
      data: toApiChannel(await getChannel({ owner, channelId: channelIdOf(params.id) })),
    }),
  }),
  put: apiCall({
    operation: 'updateChannel',
    summary: 'Change a notification channel: omitted fields stay as they are',
    description:
      'A masked or empty secret keeps its value. A change enables a disabled channel. Pending notifications go to the new destination.',
    responses: describedResponse('The channel as it is now.', channelSchema),
    body: z
      .strictObject({
        ...readOnlyFields,
        name: givenName.optional(),
        kind: givenKind.optional(),
        ...givenSettings,
        quiet_hours: givenQuietHours,
        template: givenTemplate,
      })
      .meta({ examples: [{ name: '#ops-night' }] }),
    run: async ({ owner, params, body }) => {
      const channelId = channelIdOf(params.id);
      const { name, kind } = body;
      const draft = {
        ...(name !== undefined && { name }),
        ...(kind !== undefined && { kind }),
        settings: toChannelSettings(body),
        quietHours: toQuietHours(body.quiet_hours),
        template: toTemplate(body.template),
      };
      await withWireNames(() => updateChannel({ owner, channelId, draft }));
      return { data: toApiChannel(await getChannel({ owner, channelId })) };
    },
  }),
  delete: apiCall({
    operation: 'deleteChannel',
    summary: 'Delete a notification channel with its rules and its log',
    description:
      'Jobs that used it alone fall back to their defaults. Returns 204 for an API key, 200 for a token.',
    responses: {
      ...describedResponse('Deleted, for a token.', z.literal(true)),
      204: { description: 'Deleted.' },
    },
    run: async ({ caller, owner, params }) => {
      await deleteChannel({ owner, channelId: channelIdOf(params.id) });
      return caller.kind === 'key' ? { status: 204 } : { data: true };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
