import { z } from 'zod';
import { action as testChannel } from '#app/http/api/endpoints/channel-test.server.ts';
import { loader as listChannels } from '#app/http/api/endpoints/channels.server.ts';
import { channelId, idsIn, reads, type Tool } from '#app/http/mcp/tool.ts';

export const channelTools: Record<string, Tool> = {
  list_channels: {
    title: 'List notification channels',
    description:
      'Lists the named channels of the account, such as Slack or PagerDuty, with id, name, kind, state and the last delivery. ' +
      'Secrets are masked. Use it to find out why notifications do not arrive.',
    annotations: reads,
    input: z.strictObject({}),
    ask: () => ({ route: listChannels, method: 'GET', path: '/channels' }),
  },
  test_channel: {
    title: 'Test a notification channel',
    description:
      'Sends a test notification to a channel: a real message that people see. Returns whether it was delivered, and the ' +
      'response of the provider. Success enables a disabled channel.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    input: z.strictObject({ channel_id: channelId }),
    ask: (given) => {
      const params = idsIn(given, { id: 'channel_id' });
      return { route: testChannel, method: 'POST', path: `/channels/${params.id}/test`, params };
    },
  },
};
