import { type ChannelKind, defaultNtfyServer, mostAddresses } from './channel-kinds.ts';

export type ChannelFieldName =
  'url' | 'addresses' | 'botToken' | 'chatId' | 'server' | 'topic' | 'accessToken' | 'routingKey' | 'region';

/** One setting of a channel, as forms and the API show it. */
export interface ChannelField {
  name: ChannelFieldName;
  label: string;
  /** A sentence with where to find the value. */
  hint: string;
  /** A valid value. */
  example: string;
  /** True if the saved value is not shown again. */
  isSecret: boolean;
  isRequired: boolean;
  input: 'url' | 'text' | 'password' | 'addresses' | 'choice';
  /** Values of a choice; the first is the default. */
  choices?: readonly { value: string; label: string }[];
}

export interface ChannelForm {
  fields: readonly ChannelField[];
  /** The provider's page about making what the fields ask for; null where there is no provider. */
  setupUrl: string | null;
}

const urlField = (facts: Pick<ChannelField, 'label' | 'hint' | 'example'>): ChannelField => ({
  ...facts,
  ...{ name: 'url', isSecret: true, isRequired: true, input: 'url' },
});

/** The fields of every kind in their order, and the provider's own instructions. */
export const channelForms: Record<ChannelKind, ChannelForm> = {
  slack: {
    fields: [
      urlField({
        label: 'Webhook URL',
        hint: 'In Slack, add an incoming webhook to the channel and copy its URL.',
        example: 'https://hooks.slack.com/services/T0/B0/x',
      }),
    ],
    setupUrl: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
  },
  webhook: {
    fields: [
      urlField({
        label: 'URL',
        hint: 'Punctual posts notifications to this URL, signed if your account has a signing secret.',
        example: 'https://example.com/hooks/punctual',
      }),
    ],
    setupUrl: null,
  },
  email: {
    fields: [
      {
        name: 'addresses',
        label: 'Addresses',
        hint: `Up to ${mostAddresses}, separated by commas. Each owner confirms theirs once.`,
        example: 'ops@example.com, oncall@example.com',
        isSecret: false,
        isRequired: true,
        input: 'addresses',
      },
    ],
    setupUrl: null,
  },
  discord: {
    fields: [
      urlField({
        label: 'Webhook URL',
        hint: 'In Discord, open Edit Channel > Integrations > Webhooks and choose Copy Webhook URL.',
        example: 'https://discord.com/api/webhooks/123456789012345678/abcDEF',
      }),
    ],
    setupUrl: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
  },
  teams: {
    fields: [
      urlField({
        label: 'Workflow URL',
        hint: 'In Teams, open Workflows in the menu of the channel, choose the template that posts when a webhook request is received, and copy the whole URL.',
        example:
          'https://prod-00.westeurope.logic.azure.com/workflows/0123/triggers/manual/paths/invoke?api-version=2016-06-01&sp=x&sv=1.0&sig=x',
      }),
    ],
    setupUrl:
      'https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  },
  google_chat: {
    fields: [
      urlField({
        label: 'Webhook URL',
        hint: 'In Google Chat, open Apps & integrations in the menu of the space, add a webhook and copy its link.',
        example: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=x&token=x',
      }),
    ],
    setupUrl: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
  },
  telegram: {
    fields: [
      {
        name: 'botToken',
        label: 'Bot token',
        hint: 'Create a bot with @BotFather and paste its token.',
        example: '123456789:AAExampleExampleExampleExampleExampl',
        isSecret: true,
        isRequired: true,
        input: 'password',
      },
      {
        name: 'chatId',
        label: 'Chat ID',
        hint: 'The number of a group begins with -100; a public channel has a name such as @example_alerts. Add the bot to it first.',
        example: '-1001234567890',
        isSecret: false,
        isRequired: true,
        input: 'text',
      },
    ],
    setupUrl: 'https://core.telegram.org/bots/tutorial',
  },
  ntfy: {
    fields: [
      {
        name: 'server',
        label: 'Server',
        hint: 'Change it for a server of your own.',
        example: defaultNtfyServer,
        isSecret: false,
        isRequired: false,
        input: 'url',
      },
      {
        name: 'topic',
        label: 'Topic',
        hint: 'Anyone who knows the topic can read it: choose a name that is hard to guess.',
        example: 'punctual-x7Qm2',
        isSecret: true,
        isRequired: true,
        input: 'text',
      },
      {
        name: 'accessToken',
        label: 'Access token',
        hint: 'Recommended for ntfy.sh, which otherwise counts the messages of all Punctual accounts together.',
        example: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
        isSecret: true,
        isRequired: false,
        input: 'password',
      },
    ],
    setupUrl: 'https://docs.ntfy.sh/subscribe/phone/',
  },
  pagerduty: {
    fields: [
      {
        name: 'routingKey',
        label: 'Integration key',
        hint: 'In PagerDuty, add an Events API v2 integration to the service and copy its key of 32 characters.',
        example: '0123456789abcdef0123456789abcdef',
        isSecret: true,
        isRequired: true,
        input: 'password',
      },
      {
        name: 'region',
        label: 'Service region',
        hint: 'Choose EU if your PagerDuty address contains eu.pagerduty.com.',
        example: 'us',
        isSecret: false,
        isRequired: false,
        input: 'choice',
        choices: [
          { value: 'us', label: 'US' },
          { value: 'eu', label: 'EU' },
        ],
      },
    ],
    setupUrl: 'https://support.pagerduty.com/main/docs/services-and-integrations',
  },
};
