import { AppError } from '#domain/errors.ts';
import type { ChannelConfig, ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { type ChannelInput, readChannelConfig } from '#domain/notifications/read-channel-config.ts';
import type { Owner } from '#server/jobs/types.ts';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { targetRules } from '#server/outbound/guard/target-rules.server.ts';
import { extraHosts } from './slack-host.server.ts';

/**
 * Checks the settings of a channel on save: their form, the address of its provider, and the guard of all calls.
 * @returns the settings, and the kind that fits a URL better, if any
 * @throws AppError validation_error by field, each with its remedy; an internal target is logged
 */
export async function checkChannelConfig({
  kind,
  input,
  owner: { id: actorId, request },
}: {
  kind: ChannelKind;
  input: ChannelInput;
  owner: Pick<Owner, 'id' | 'request'>;
}): Promise<{ config: ChannelConfig; suggestedKind: ChannelKind | null }> {
  const read = readChannelConfig({ kind, input, hosts: extraHosts() });
  if (read.config === null) refuse(read.errors);
  const { config, suggestedKind } = read;
  const [field, url] =
    'url' in config ? ['url', config.url] : ['server', 'server' in config ? config.server : null];
  const evaluated = url === null ? null : evaluateTarget({ url, rules: targetRules() });
  if (url !== null && evaluated !== null && !('target' in evaluated)) {
    await recordRefusal({ reason: evaluated.reason, url, actorId, request });
    refuse({ [field]: evaluated.message });
  }
  return { config, suggestedKind };
}

function refuse(details: Record<string, string>): never {
  throw new AppError('validation_error', { message: Object.values(details).join(' '), details });
}
