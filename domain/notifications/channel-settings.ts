import { mask } from '#domain/job/secret-headers.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { type ChannelFieldName, channelForms } from './channel-fields.ts';
import type { ChannelConfig, ChannelKind } from './channel-kinds.ts';
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
  const kept = Object.entries(channelSettings(saved)).filter(([name]) => {
    const given = input[name as ChannelFieldName];
    if (given === undefined) return true;
    // Null removes a secret that is not required.
    return isSecret(name) && given !== null && (given.trim() === '' || given.includes(mask));
  });
  return { ...input, ...Object.fromEntries(kept) };
}

function secretFields(kind: ChannelKind): (name: string) => boolean {
  const names = channelForms[kind].fields.flatMap(({ name, isSecret }) => (isSecret ? [name as string] : []));
  return (name) => names.includes(name);
}

function maskedValue(value: string): string {
  const url = parseUrl(value);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}/${mask}` : mask;
}
