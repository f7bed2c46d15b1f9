import { channelsOutsidePlan, type OutsidePlan } from '#domain/notifications/channels-in-plan.ts';
import { storedQuietHours } from '#domain/notifications/quiet-hours.ts';
import { db } from '#server/database/db.server.ts';
import type { Channel } from '#server/generated/client.ts';
import type { Owner } from '#server/jobs/types.ts';
import { readRecipients } from '#server/mail/read-recipient.server.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { readTemplateColumn } from './channel-template.server.ts';
import { decryptChannel } from './decrypt-channel.server.ts';
import { readLastDelivery } from './last-delivery.server.ts';
import { refuseAbsentChannel } from './refuse-absent-channel.server.ts';
import type { NamedChannel } from './types.ts';

/** The channels of an account, oldest first, with what became of their last delivery. */
export async function listChannels({
  owner,
}: {
  owner: Pick<Owner, 'id' | 'tier'>;
}): Promise<NamedChannel[]> {
  const rows = await db().channel.findMany({
    where: { userId: owner.id, deletedAt: null },
    orderBy: { id: 'asc' },
  });
  const outside = channelsOutsidePlan({ tier: owner.tier, channels: rows });
  return Promise.all(rows.map((row) => toNamedChannel({ row, outsidePlan: outside.get(row.id) ?? null })));
}

/**
 * One channel of an account.
 * @throws AppError not_found: absent or another's
 */
export async function getChannel({
  owner,
  channelId,
}: {
  owner: Owner;
  channelId: number;
}): Promise<NamedChannel> {
  const channels = await db().channel.findMany({
    where: { userId: owner.id, deletedAt: null },
    select: { id: true, kind: true },
  });
  const row = await db().channel.findFirst({ where: { id: channelId, userId: owner.id, deletedAt: null } });
  if (!row) return refuseAbsentChannel({ owner, channelId });
  const outside = channelsOutsidePlan({ tier: owner.tier, channels });
  return toNamedChannel({ row, outsidePlan: outside.get(channelId) ?? null });
}

async function toNamedChannel({
  row,
  outsidePlan,
}: {
  row: Channel;
  outsidePlan: OutsidePlan | null;
}): Promise<NamedChannel> {
  const { id, userId, finalFailures: _failures, lastDelivery: sealed, quietHours, ...columns } = row;
  const [config, lastDelivery, template] = await Promise.all([
    decryptOrNull({
      open: () => decryptChannel(row),
      row: { channelId: id },
      message: 'A channel could not be decrypted.',
    }),
    readLastDelivery({ channelId: id, userId, sealed }),
    readTemplateColumn(row),
  ]);
  const recipients =
    config?.kind === 'email' ? await readRecipients({ ownerId: userId, addresses: config.addresses }) : [];
  return {
    ...columns,
    ...{ id, config, lastDelivery, template, outsidePlan },
    quietHours: storedQuietHours(quietHours),
    recipients: recipients.map(({ address, state }) => ({ address, state })),
  };
}
