import { z } from 'zod';
import { apiCall, apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { toQuietHours, toChannelSettings, toTemplate, withWireNames } from '#app/http/api/channel-body.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import {
  channelSchema,
  givenKind,
  givenName,
  givenSettings,
} from '#app/presenters/api/channels/channel-schema.ts';
import { givenQuietHours } from '#app/presenters/api/channels/quiet-hours-schema.ts';
import { givenTemplate } from '#app/presenters/api/channels/template-schema.ts';
import { toApiChannel } from '#app/presenters/api/channels/channel.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { getChannel, listChannels } from '#server/channels/list-channels.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'listChannels',
    summary: 'List the notification channels of the account, oldest first',
    responses: describedResponse('All channels; secrets are masked.', z.array(channelSchema)),
    run: async ({ owner }) => ({ data: (await listChannels({ owner })).map(toApiChannel) }),
  }),
  post: idempotentCall({
    operation: 'createChannel',
    summary: 'Create a notification channel',
    description:
      'Each kind has its own settings: url, or the fields that name it. The plan determines which kinds and how many channels you can have. Each address of an email channel is asked to confirm.',
    responses: { 201: { description: 'The new channel.', data: channelSchema, headers: ['Location'] } },
    body: z
      .strictObject({
        name: givenName,
        kind: givenKind,
        ...givenSettings,
        quiet_hours: givenQuietHours,
        template: givenTemplate,
      })
      .meta({
        examples: [{ name: '#ops', kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }],
      }),
    act: async ({ owner, body: { name, kind, quiet_hours: quiet, template, ...settings } }) => {
      const draft = {
        name,
        kind,
        settings: toChannelSettings(settings),
        quietHours: toQuietHours(quiet),
        template: toTemplate(template),
      };
      const { id } = await withWireNames(() => createChannel({ owner, draft }));
      return { status: 201, channelId: id };
    },
    respond: async ({ owner, effect: { channelId } }) => ({
      status: 201,
      data: toApiChannel(await getChannel({ owner, channelId })),
      headers: { Location: `/api/v1/channels/${channelId}` },
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
