import { targetError } from '#domain/job/job-target.ts';
import { checkTargetUrl } from '#domain/outbound-url.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { type ChannelFieldName, channelForms } from './channel-fields.ts';
import { channelKindNames } from './channel-kind-names.ts';
import {
  type ChannelConfig,
  type ChannelKind,
  defaultNtfyServer,
  mostAddresses,
  pagerDutyRegions,
  type UrlKind,
} from './channel-kinds.ts';
import { discordHost, type ExtraHosts, kindOfUrl, noExtraHosts, providerUrlError } from './provider-urls.ts';

export type ChannelErrors = Partial<Record<ChannelFieldName, string>>;
/** Input of a form or of the API, by the names of the fields. */
export type ChannelInput = Partial<Record<ChannelFieldName, string | null | undefined>>;

/**
 * A channel's settings as read. `suggestedKind` is the kind that a URL belongs to, if that is another one: an error
 * where the chosen kind could not work, else an offer.
 */
export type ChannelReading =
  | { config: ChannelConfig; suggestedKind: ChannelKind | null }
  | { config: null; errors: ChannelErrors; suggestedKind: ChannelKind | null };

type Read = { config: ChannelConfig } | { errors: ChannelErrors };

/**
 * Checks the settings of a channel, each error with its remedy. Addresses are checked by their form only: the guard of
 * calls (server/outbound) has the last word.
 * @param hosts that this installation allows besides the providers' own
 */
export function readChannelConfig({
  kind,
  input,
  hosts = noExtraHosts,
}: {
  kind: ChannelKind;
  input: ChannelInput;
  hosts?: ExtraHosts;
}): ChannelReading {
  const given = (name: ChannelFieldName) => input[name]?.trim() ?? '';
  const missing = channelForms[kind].fields.filter(
    ({ name, isRequired }) => isRequired && given(name) === '',
  );
  if (missing.length > 0)
    return {
      config: null,
      errors: Object.fromEntries(
        missing.map(({ name, label, example }) => [
          name,
          `Enter the ${lowerFirst(label)}, such as ${example}.`,
        ]),
      ),
      suggestedKind: null,
    };
  const read = readers[kind]({ given, hosts });
  const found = kindOfUrl(given('url') || given('server'));
  const suggestedKind = found === kind ? null : found;
  return 'config' in read ? { ...read, suggestedKind } : { config: null, ...read, suggestedKind };
}

type Reader = (order: { given: (name: ChannelFieldName) => string; hosts: ExtraHosts }) => Read;

const readUrl =
  (kind: UrlKind): Reader =>
  ({ given, hosts }) => {
    const url = given('url');
    const found = kindOfUrl(url);
    const isDiscord = kind === 'discord' && discordHost.test(parseUrl(url)?.hostname ?? '');
    if (found !== null && found !== kind && !isDiscord && !worksAsWebhook(kind, found))
      return {
        errors: {
          url: `This is a URL of ${channelKindNames[found]}. Choose ${channelKindNames[found]} as the kind.`,
        },
      };
    const isAllowed = hosts.any.includes(parseUrl(url)?.host ?? '');
    const form = checkTargetUrl(url);
    if (!form.isValid && !isAllowed) return { errors: { url: form.message } };
    const error = providerUrlError({ kind, url, hosts });
    return error === null ? { config: { kind, url } } : { errors: { url: error } };
  };

/** ntfy takes any text as a message, JSON too; all others refuse what is not theirs. */
const worksAsWebhook = (kind: ChannelKind, found: ChannelKind) => kind === 'webhook' && found === 'ntfy';

const readers: Record<ChannelKind, Reader> = {
  slack: readUrl('slack'),
  webhook: readUrl('webhook'),
  discord: readUrl('discord'),
  teams: readUrl('teams'),
  google_chat: readUrl('google_chat'),
  email: ({ given }) => {
    const addresses = readAddresses(given('addresses'));
    const wrong = addresses.find((address) => !isAddress(address));
    if (wrong !== undefined)
      return {
        errors: {
          addresses: `“${wrong.slice(0, 80)}” is not an email address. Write each as name@example.com.`,
        },
      };
    if (addresses.length > mostAddresses)
      return {
        errors: {
          addresses: `A channel has at most ${mostAddresses} addresses; these are ${addresses.length}. Add another channel for the rest.`,
        },
      };
    return { config: { kind: 'email', addresses } };
  },
  telegram: ({ given }) => {
    const [botToken, chatId] = [given('botToken'), given('chatId')];
    const errors: ChannelErrors = {
      ...(!/^\d{3,20}:[\w-]{20,80}$/.test(botToken) && {
        botToken: 'A bot token has a number, a colon and about 35 characters. Copy it from @BotFather.',
      }),
      ...(!/^(?:-?[1-9]\d{0,18}|@[A-Za-z]\w{3,31})$/.test(chatId) && { chatId: chatIdError(chatId) }),
    };
    return Object.keys(errors).length > 0 ? { errors } : { config: { kind: 'telegram', botToken, chatId } };
  },
  ntfy: readNtfy,
  pagerduty: ({ given }) => {
    const routingKey = given('routingKey');
    const region = pagerDutyRegions.find((one) => one === (given('region') || 'us').toLowerCase());
    const errors: ChannelErrors = {
      ...(!/^[A-Za-z0-9]{32}$/.test(routingKey) && {
        routingKey:
          'An integration key has 32 letters and digits. Copy the key of an Events API v2 integration, not an API access key.',
      }),
      ...(!region && { region: 'Choose us or eu.' }),
    };
    return Object.keys(errors).length > 0 || !region
      ? { errors }
      : { config: { kind: 'pagerduty', routingKey, region } };
  },
};

function readNtfy({ given, hosts }: Parameters<Reader>[0]): Read {
  const server = (given('server') || defaultNtfyServer).replace(/(?<!\/)\/+$/, '');
  const [topic, accessToken] = [given('topic'), given('accessToken')];
  const url = parseUrl(server);
  const form = checkTargetUrl(server);
  const serverError = () => {
    if (!form.isValid && !hosts.any.includes(url?.host ?? '')) return form.message;
    return url?.origin === server.toLowerCase()
      ? null
      : 'Enter the address of the server alone, such as https://ntfy.sh; the topic has its own field.';
  };
  const error = serverError();
  const errors: ChannelErrors = {
    ...(error !== null && { server: error }),
    ...(!/^[-\w]{1,64}$/.test(topic) && {
      topic:
        'A topic has at most 64 letters, digits, hyphens and underscores, without the address of the server.',
    }),
    ...(accessToken !== '' &&
      !/^tk_\w{8,64}$/.test(accessToken) && {
        accessToken: 'An access token begins with tk_. Make one on the Account page of your ntfy server.',
      }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return { config: { kind: 'ntfy', server: url?.origin ?? server, topic, accessToken: accessToken || null } };
}

function chatIdError(text: string): string {
  return /^(?:https?:\/\/)?t\.me\//i.test(text)
    ? 'Enter the name of the channel with an @, such as @example_alerts, or the number of the chat.'
    : 'A chat ID is a number, such as -1001234567890, or a channel name with an @, such as @example_alerts.';
}

/** Half of a surrogate pair has no encoding. */
const isAddress = (text: string) =>
  text.length <= 254 &&
  !/\p{Cs}/u.test(text) &&
  targetError({ text: `mailto:${encodeURIComponent(text)}`, type: 'email' }) === null;

/** Addresses of a list, each once. */
function readAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
