import { AppError, type ErrorDetails } from '#domain/errors.ts';
import { withSavedSettings } from '#domain/notifications/channel-settings.ts';
import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import { characterError } from '#domain/text/plain-text.ts';
import type { Owner } from '#server/jobs/types.ts';
import { requireAsker } from '#server/mail/check-recipient.server.ts';
import { normalAddress } from '#server/mail/mail-address.server.ts';
import { readRecipients } from '#server/mail/read-recipient.server.ts';
import { checkChannelConfig } from '#server/notifications/channels/check-channel-config.server.ts';
import type { ChannelDraft } from './types.ts';

const longestName = 50;

/**
 * Checks a channel as its owner gives it: name, settings, the address with the guard of all calls. A refused internal
 * target is logged.
 * @param saved the settings whose secrets stay where the draft leaves them out; null for a new channel
 * @throws AppError validation_error with a sentence for each field: name, or one of the settings
 */
export async function checkDraft({
  owner,
  draft,
  saved,
}: {
  owner: Owner;
  draft: ChannelDraft;
  saved: ChannelConfig | null;
}): Promise<{ name: string; config: ChannelConfig }> {
  const name = draft.name.trim();
  const nameError = errorOfName(name);
  const { kind } = draft;
  const input = withSavedSettings({ kind, input: draft.settings, saved });
  const checked = await checkChannelConfig({ kind, input, owner }).catch((error: unknown) => {
    throw nameError === null ? error : withName({ error, nameError });
  });
  if (nameError !== null) throw channelRefusal({ name: nameError });
  return { name, config: await checkAddresses({ owner, config: checked.config }) };
}

/** The errors of the settings, after that of the name. */
function withName({ error, nameError }: { error: unknown; nameError: string }): unknown {
  return error instanceof AppError && error.type === 'validation_error'
    ? channelRefusal({ name: nameError, ...error.details })
    : error;
}

function errorOfName(name: string): string | null {
  const length = Array.from(name).length;
  if (length === 0) return 'Enter a name, such as #ops.';
  if (length > longestName) return `A name has at most ${longestName} characters; this one has ${length}.`;
  return characterError({ text: name, kind: 'line' });
}

/** Email addresses in their normal form; each can be asked for its consent. */
async function checkAddresses({
  owner,
  config,
}: {
  owner: Owner;
  config: ChannelConfig;
}): Promise<ChannelConfig> {
  if (config.kind !== 'email') return config;
  const addresses = config.addresses.map((address) => {
    const normal = normalAddress(address);
    if (normal === null)
      throw channelRefusal({
        addresses: `No mail server could deliver to “${address.slice(0, 80)}”. Check its domain.`,
      });
    return normal;
  });
  const recipients = await readRecipients({ ownerId: owner.id, addresses });
  if (recipients.some(({ state }) => state !== 'confirmed'))
    await requireAsker({ ownerId: owner.id, field: 'addresses' });
  return { kind: 'email', addresses: [...new Set(addresses)] };
}

/** A validation error: the first sentence stands for all. */
export function channelRefusal(details: ErrorDetails): AppError {
  const [message] = Object.values(details);
  return new AppError('validation_error', { message: String(message), details });
}
