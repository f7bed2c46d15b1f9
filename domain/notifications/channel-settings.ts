import { mask } from '#domain/job/secret-headers.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { type ChannelFieldName, channelForms } from './channel-fields.ts';
import { type ChannelConfig, type ChannelKind, defaultNtfyServer } from './channel-kinds.ts';
import type { ChannelInput } from './read-channel-config.ts';

/** Settings of a channel by field, as a form or the API takes them. */
export type ChannelSettings = Partial<Record<ChannelFieldName, string>>;

/** The settings of a channel by field; several addresses are one text. */
export function channelSettings(config: ChannelConfig): ChannelSettings {
  const { kind: _kind, ...settings } = config;
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]: [string, string | string[] | null]) =>
      value === null ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** The same to show: of a secret nothing, of a secret URL its host. */
export function maskedSettings(config: ChannelConfig): ChannelSettings {
  const isSecret = secretFields(config.kind);
  return Object.fromEntries(
    Object.entries(channelSettings(config)).map(([name, value]) => [
      name,
      isSecret(name) ? maskedValue(value) : value,
    ]),
  );
}

/**
 * The settings that a change asks for: what is left out keeps its saved value, and a secret that is empty or masked as
 * well.
 * @param saved of the same kind; null for a new channel
 */
export function withSavedSettings({
  kind,
  input,
  saved,
}: {
  kind: ChannelKind;
  input: ChannelInput;
  saved: ChannelConfig | null;
}): ChannelInput {
  if (saved?.kind !== kind) return input;
  const isSecret = secretFields(kind);
  const isMoved =
    'server' in saved && input.server !== undefined && originOf(input.server) !== originOf(saved.server);
  const kept = Object.entries(channelSettings(saved)).filter(([name]) => {
    const given = input[name as ChannelFieldName];
    // Another server must not be sent the token of the former one.
    if (isMoved && name === 'accessToken') return false;
    if (given === undefined) return true;
    // Null removes a secret that is not required.
    return isSecret(name) && given !== null && (given.trim() === '' || given.includes(mask));
  });
  const isStale = isMoved && (input.accessToken ?? '').includes(mask);
  return { ...input, ...(isStale && { accessToken: null }), ...Object.fromEntries(kept) };
}

const originOf = (text: string | null) => parseUrl((text ?? '').trim() || defaultNtfyServer)?.origin;

function secretFields(kind: ChannelKind): (name: string) => boolean {
  const names = channelForms[kind].fields.flatMap(({ name, isSecret }) => (isSecret ? [name as string] : []));
  return (name) => names.includes(name);
}

function maskedValue(value: string): string {
  const url = parseUrl(value);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}/${mask}` : mask;
}
