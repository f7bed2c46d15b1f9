import { randomUUID } from 'node:crypto';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import type { ChannelDraft, NamedChannel } from '#server/channels/types.ts';
import { db } from '#server/database/db.server.ts';
import type { Job, User } from '#server/generated/client.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { aSavedJob } from '../makers.ts';
import { anEnd, noon } from '../notifications/kit.ts';
import { inbox } from '../notifications/set-up.ts';

/** A webhook channel that leads to a path of the inbox, and the path. */
export async function aChannel({
  owner,
  path = `/ok?${randomUUID()}`,
  ...given
}: { owner: User; path?: string } & Partial<ChannelDraft>): Promise<NamedChannel> {
  const draft = {
    ...{ name: `#ops ${randomUUID().slice(0, 8)}`, kind: 'webhook' as const },
    ...{ settings: { url: inbox.url(path) }, ...given },
  };
  const { id } = await createChannel({ owner, draft });
  return getChannel({ owner, channelId: id });
}

/** Notifications of a job to a channel, as its rules enqueue them; each of an execution of its own. */
export async function aNotificationTo({
  channel,
  owner,
  job,
  executionId,
  at = noon,
}: {
  channel: Pick<NamedChannel, 'id' | 'name' | 'kind'>;
  owner: User;
  job?: Job;
  /** An execution of that job; a new one if omitted. */
  executionId?: bigint;
  at?: number;
}): Promise<number> {
  const { id: jobId } = job ?? (await aSavedJob({ owner }));
  const ofExecution = executionId ?? (await anEnd({ jobId, at })).id;
  const { id } = await db().notification.create({
    data: {
      ...{ jobId, executionId: ofExecution, channelId: channel.id, rule: 'failure', channel: channel.kind },
      channelKey: keyedHash({ purpose: 'note-channel', text: `named ${channel.id}` }),
      config: seal({ text: channel.name, userId: owner.id, field: 'notification.config' }),
      ...{ streak: 1, streakStartedAt: new Date(at), enqueuedAt: new Date(at), nextAt: new Date(at) },
    },
  });
  return Number(id);
}

/** One attempt to deliver a new notification to a channel. */
export async function deliverTo({
  at = noon + 1_000,
  ...given
}: {
  channel: NamedChannel;
  owner: User;
  job?: Job;
  at?: number;
}) {
  const notificationId = await aNotificationTo({ ...given, at: at - 1_000 });
  const delivery = await deliverNotification({ notificationId, now: () => at });
  return { notificationId, delivery };
}
