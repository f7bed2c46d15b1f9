import type { ChannelConfig, ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { readStoredChannel, storedChannel } from '#domain/notifications/stored-channel.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

const field = 'channel.config';

/** The sealed column of a channel's settings. */
export function sealChannel({ userId, config }: { userId: number; config: ChannelConfig }): string {
  return seal({ text: storedChannel(config), userId, field });
}

/** Columns of a channel that is about to be removed: without its secrets, and without a state that its owner sees. */
export function removedChannel({ userId }: { userId: number }) {
  return {
    ...{
      deletedAt: new Date(),
      config: seal({ text: '', userId, field }),
      lastDelivery: null,
      template: null,
    },
    ...{ finalFailures: 0, failingSince: null, disabledAt: null, disabledReason: null },
  };
}

/**
 * The settings of a channel.
 * @param config sealed, as in its row
 * @throws Error if its data key is missing
 */
export function decryptChannel({
  userId,
  kind,
  config,
}: {
  userId: number;
  kind: ChannelKind;
  config: string;
}): ChannelConfig {
  return readStoredChannel({ kind, text: unseal({ sealed: config, userId, field }) });
}
