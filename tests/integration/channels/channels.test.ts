import { expect, test } from 'vitest';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { decryptChannel } from '#server/channels/decrypt-channel.server.ts';
import { deleteChannel } from '#server/channels/delete-channel.server.ts';
import { getChannel, listChannels } from '#server/channels/list-channels.server.ts';
import { updateChannel } from '#server/channels/update-channel.server.ts';
import { listDueNotifications } from '#server/notifications/list-due-notifications.server.ts';
import { listNotifications } from '#server/notifications/list-notifications.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { relayBacklog } from '#server/engine/relay/relay-backlog.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { pauseFailingJobs } from '#server/jobs/pause-failing-jobs.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { removeChannels } from '#server/channels/remove-channels.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { aFact } from '../notifications/kit.ts';
import { db } from '#server/database/db.server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { aChannel, aNotificationTo } from './kit.ts';

const slackUrl = 'https://hooks.slack.com/services/T0/B0/secretpath';
const slack = (name: string) => ({ name, kind: 'slack' as const, settings: { url: slackUrl } });
const rowOf = (id: number) => db().channel.findUniqueOrThrow({ where: { id } });
const decryptSealed = ({ config, userId }: { config: string; userId: number }) =>
  unseal({ sealed: config, userId, field: 'channel.config' });
const refused = (details: Record<string, unknown>) => ({ type: 'validation_error', details });
const eventsOf = (actorId: number) =>
  db().securityEvent.findMany({
    where: { actorId, code: 'channel_changed' },
    orderBy: { id: 'asc' },
    select: { message: true },
  });

test('a channel is created, changed and deleted, with an entry in the security log for each', async () => {
  const owner = await aUser();
  const { id } = await createChannel({ owner, draft: slack(' #money ') });
  expect(await getChannel({ owner, channelId: id })).toMatchObject({
    ...{ name: '#money', kind: 'slack', config: { kind: 'slack', url: slackUrl } },
    ...{ disabledAt: null, lastDelivery: null, outsidePlan: null },
  });
  expect((await rowOf(id)).config).not.toContain('secretpath');
  await updateChannel({ owner, channelId: id, draft: { name: '#cash', settings: {} } });
  expect(decryptChannel(await rowOf(id))).toEqual({ kind: 'slack', url: slackUrl });
  await deleteChannel({ owner, channelId: id });
  expect(await listChannels({ owner })).toEqual([]);
  expect((await eventsOf(owner.id)).map(({ message }) => message)).toEqual([
    expect.stringContaining('act created, name #money, kind slack') as string,
    expect.stringContaining('act changed, name #cash, kind slack') as string,
    expect.stringContaining('act deleted, name #cash, kind slack') as string,
  ]);
});

test('a secret that is left empty or masked stays, and one that is given replaces it', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const { id: channelId } = await createChannel({
    owner,
    draft: {
      ...{ name: 'Phone', kind: 'ntfy' as const },
      settings: { server: 'https://ntfy.sh', topic: 'punctual-x7Qm2', accessToken: 'tk_AgQdq7mVBoFD37zQ' },
    },
  });
  const settingsNow = async () => decryptChannel(await rowOf(channelId));
  await updateChannel({
    owner,
    channelId,
    draft: { settings: { server: 'https://ntfy.sh/', topic: '', accessToken: '********' } },
  });
  expect(await settingsNow()).toEqual({
    ...{ kind: 'ntfy', server: 'https://ntfy.sh' },
    ...{ topic: 'punctual-x7Qm2', accessToken: 'tk_AgQdq7mVBoFD37zQ' },
  });
  // Another server is not sent the token of the former one.
  await updateChannel({ owner, channelId, draft: { settings: { server: 'https://ntfy.example.com' } } });
  expect(await settingsNow()).toMatchObject({ server: 'https://ntfy.example.com', accessToken: null });
  await updateChannel({ owner, channelId, draft: { settings: { topic: 'other', accessToken: null } } });
  expect(await settingsNow()).toMatchObject({ topic: 'other', accessToken: null });
});

test('a name has 1 to 50 characters, no control characters, and is unique in the account', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const other = await aUser();
  await createChannel({ owner, draft: slack('ö'.repeat(50)) });
  for (const name of ['', '  ', 'x'.repeat(51), 'a\u0007b', 'ö'.repeat(50)])
    await expect(createChannel({ owner, draft: slack(name) })).rejects.toMatchObject(
      refused({ name: expect.any(String) as string }),
    );
  await createChannel({ owner: other, draft: slack('ö'.repeat(50)) });
  const { id: channelId } = await createChannel({ owner, draft: slack('#two') });
  await expect(
    updateChannel({ owner, channelId, draft: { name: 'ö'.repeat(50), settings: {} } }),
  ).rejects.toMatchObject(refused({ name: expect.stringContaining('Choose another name') as string }));
});

test('two channels of one name that are created at the same moment leave one', async () => {
  const owner = await aUser();
  const ends = await Promise.allSettled([1, 2].map(() => createChannel({ owner, draft: slack('#same') })));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('the plan limits the kinds and the number of channels', async () => {
  const free = await aUser({ tier: 'free' });
  const premium = await aUser({ tier: 'premium' });
  const pagerduty = {
    ...{ name: 'Pager', kind: 'pagerduty' as const },
    settings: { routingKey: '0123456789abcdef0123456789abcdef' },
  };
  const discord = {
    ...{ name: 'Chat', kind: 'discord' as const },
    settings: { url: 'https://discord.com/api/webhooks/123456789012345678/abcDEF' },
  };
  const denied = { type: 'authorization_error' };
  await expect(createChannel({ owner: free, draft: discord })).rejects.toMatchObject(denied);
  await createChannel({ owner: premium, draft: discord });
  await expect(createChannel({ owner: premium, draft: pagerduty })).rejects.toMatchObject({
    ...denied,
    message: 'PagerDuty channels come with Ultimate. Upgrade to use them.',
  });
  await createChannel({ owner: await aUser({ tier: 'ultimate' }), draft: pagerduty });
  await createChannel({ owner: free, draft: slack('one') });
  await createChannel({ owner: free, draft: slack('two') });
  await expect(createChannel({ owner: free, draft: slack('three') })).rejects.toMatchObject({
    ...denied,
    details: { limit: 2, used: 2 },
  });
});

test('a smaller plan keeps the channels and says which it does not use', async () => {
  const owner = await aUser({ tier: 'premium' });
  const draft = {
    ...{ name: 'Chat', kind: 'discord' as const },
    settings: { url: 'https://discord.com/api/webhooks/123456789012345678/abcDEF' },
  };
  await createChannel({ owner, draft });
  for (const name of ['one', 'two', 'three']) await createChannel({ owner, draft: slack(name) });
  const outside = await listChannels({ owner: { ...owner, tier: 'free' } });
  expect(outside.map(({ outsidePlan }) => outsidePlan)).toEqual(['kind', null, null, 'limit']);
  expect((await listChannels({ owner })).map(({ outsidePlan }) => outsidePlan)).toEqual([
    ...[null, null, null, null],
  ]);
});

test("another account's channel is absent for reads, changes and deletion, and leaves a trace", async () => {
  const owner = await aUser();
  const stranger = await aUser();
  const { id: channelId } = await createChannel({ owner, draft: slack('#mine') });
  const absent = { type: 'not_found' };
  await expect(getChannel({ owner: stranger, channelId })).rejects.toMatchObject(absent);
  await expect(
    updateChannel({ owner: stranger, channelId, draft: { name: 'theirs', settings: {} } }),
  ).rejects.toMatchObject(absent);
  await expect(deleteChannel({ owner: stranger, channelId })).rejects.toMatchObject(absent);
  expect(await getChannel({ owner, channelId })).toMatchObject({ name: '#mine' });
  expect(await db().securityEvent.count({ where: { code: 'foreign_id', actorId: stranger.id } })).toBe(3);
});

test.each([
  ['webhook', { url: 'http://10.0.0.1/notes' }, 'url'],
  ['webhook', { url: 'http://169.254.169.254/latest/meta-data' }, 'url'],
  ['webhook', { url: 'http://[::1]/notes' }, 'url'],
  ['webhook', { url: 'http://localhost/notes' }, 'url'],
  ['ntfy', { server: 'http://192.168.0.7', topic: 'alerts' }, 'server'],
] as const)('S1: a channel inside our network is refused: %s %o', async (kind, settings, field) => {
  const owner = await aUser();
  await expect(createChannel({ owner, draft: { name: 'Inside', kind, settings } })).rejects.toMatchObject(
    refused({ [field]: expect.any(String) as string }),
  );
  expect(await listChannels({ owner })).toEqual([]);
});

test('S19: a channel inside our network leaves an entry in the security log', async () => {
  const owner = await aUser();
  const { id: channelId } = await createChannel({ owner, draft: slack('#out') });
  const draft = { kind: 'webhook' as const, settings: { url: 'http://10.0.0.1/notes' } };
  await expect(updateChannel({ owner, channelId, draft })).rejects.toMatchObject({
    type: 'validation_error',
  });
  expect(await db().securityEvent.count({ where: { code: 'target_blocked', actorId: owner.id } })).toBe(1);
});

test('a Slack URL under another kind is refused with the kind to choose', async () => {
  const owner = await aUser();
  const draft = { name: 'Hook', kind: 'webhook' as const, settings: { url: slackUrl } };
  await expect(createChannel({ owner, draft })).rejects.toMatchObject(
    refused({ url: expect.stringContaining('Choose Slack') as string }),
  );
});

test('addresses of an email channel are asked once, and only the confirmed ones count', async () => {
  const owner = await aUser();
  const address = `${crypto.randomUUID()}@example.com`;
  const settings = { addresses: `${owner.email}, ${address}` };
  const { id: channelId } = await createChannel({ owner, draft: { name: 'Mail', kind: 'email', settings } });
  await expect
    .poll(async () => (await getChannel({ owner, channelId })).recipients)
    .toEqual([
      { address: owner.email, state: 'confirmed' },
      { address, state: 'asked' },
    ]);
  await updateChannel({ owner, channelId, draft: { settings } });
  await expect.poll(() => mailServer.of(address)).toHaveLength(1);
});

test('an account without a verified address cannot add addresses of others', async () => {
  const owner = await aUser({ emailVerified: false });
  const draft = { name: 'Mail', kind: 'email' as const, settings: { addresses: 'ops@example.com' } };
  await expect(createChannel({ owner, draft })).rejects.toMatchObject(
    refused({ addresses: expect.stringContaining('Verify your own email address') as string }),
  );
});

test('a deleted channel is gone at once, without secrets, and the task removes its long log', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner });
  const other = await aChannel({ owner });
  const notifyRules = [channel, other].map(({ name }) => ({ channel: name, events: ['failure'], after: 1 }));
  const job = await aSavedJob({ owner, notifyRules: JSON.parse(JSON.stringify(notifyRules)) as never });
  await db().notificationRule.create({
    data: { userId: owner.id, channelId: channel.id, events: ['failure'] },
  });
  const notificationId = await aNotificationTo({ channel, owner, job });
  await db().$executeRaw`
    insert into "Notification" ("jobId", "occurrence", "channelId", "rule", "channel", "channelKey", "config", "nextAt")
    select "jobId", n::text, "channelId", "rule", "channel", "channelKey", "config", "nextAt"
    from "Notification", generate_series(1, 3000) n where "id" = ${notificationId}`;
  const { pendingNotifications: pending } = await relayBacklog();
  await deleteChannel({ owner, channelId: channel.id });
  expect((await relayBacklog()).pendingNotifications).toBe(pending - 3_001);
  expect((await listChannels({ owner })).map(({ id }) => id)).toEqual([other.id]);
  await expect(getChannel({ owner, channelId: channel.id })).rejects.toMatchObject({ type: 'not_found' });
  await expect(deleteChannel({ owner, channelId: channel.id })).rejects.toMatchObject({ type: 'not_found' });
  const row = await rowOf(channel.id);
  expect([decryptSealed(row), row.lastDelivery]).toEqual(['', null]);
  const { notifyRules: left } = await db().job.findUniqueOrThrow({ where: { id: job.id } });
  expect(JSON.parse(left ?? '[]')).toEqual([notifyRules[1]]);
  expect(await db().notificationRule.count({ where: { channelId: channel.id } })).toBe(0);
  // Free: its plan allows two channels.
  const again = await aChannel({ owner, name: channel.name });
  expect(again.id).not.toBe(channel.id);
  expect(await deliverNotification({ notificationId })).toEqual({ kind: 'failed' });
  expect(await listDueNotifications({ limit: 10_000, except: [] })).toEqual([]);
  expect(await listNotifications({ ownerId: owner.id, jobId: job.id, limit: 10 })).toEqual([]);
  expect(await db().notification.count({ where: { channelId: channel.id } })).toBe(3_001);
  expect(await removeChannels({ isStopping: () => false })).toBeGreaterThanOrEqual(3_002);
  expect(await db().notification.count({ where: { jobId: job.id } })).toBe(0);
  expect(await db().channel.count({ where: { userId: owner.id } })).toBe(2);
});

test('renames, a deletion and automatic pauses at the same time wait for each other', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const channels = [await aChannel({ owner }), await aChannel({ owner })];
  const notifyRules = channels.map(({ name }) => ({ channel: name, events: ['paused' as const], after: 1 }));
  // The first rule of the table is that of the job with the highest id.
  const ids: number[] = [];
  for (let index = 0; index < 12; index += 1) ids.push((await aSavedJob({ owner })).id);
  for (const id of [...ids].reverse())
    await db().job.update({ where: { id }, data: { notifyRules: JSON.stringify(notifyRules) } });
  const pause = () =>
    inTransaction(async (client) => {
      await lockJobs({ client, jobIds: ids });
      await pauseFailingJobs({ client, failing: ids.map((jobId) => ({ jobId, reason: 'It failed.' })) });
      const facts = [];
      for (const jobId of ids) facts.push({ ...(await aFact({ jobId })), kind: 'auto_pause' as const });
      await enqueueNotifications({ client, facts });
    });
  for (let round = 0; round < 6; round += 1) {
    await db().job.updateMany({ where: { id: { in: ids } }, data: { status: 'active' } });
    await db().execution.deleteMany({ where: { jobId: { in: ids } } });
    const [first, second] = channels;
    const ends = await Promise.allSettled([
      pause(),
      ...[first, second].map((channel, index) =>
        updateChannel({
          ...{ owner, channelId: channel?.id ?? 0 },
          draft: { name: `round ${round} ${index}`, settings: {} },
        }),
      ),
      ...(round === 5 ? [deleteChannel({ owner, channelId: second?.id ?? 0 })] : []),
    ]);
    const errors = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    // On the last round the second rename may come after the deletion.
    expect(errors.filter((error) => !(round === 5 && /not found/i.test(error)))).toEqual([]);
  }
});

test('two changes at once both stay: neither writes back what it has read of the fields it omits', async () => {
  const owner = await aUser();
  const server = 'https://ntfy.example.com';
  const token = (end: string) => `tk_${end.padStart(29, 'a')}`;
  const settings = { server, topic: 'alerts', accessToken: token('b') };
  const { id: channelId } = await createChannel({ owner, draft: { name: 'phone', kind: 'ntfy', settings } });
  await Promise.all([
    updateChannel({ owner, channelId, draft: { name: 'pager', settings: {} } }),
    updateChannel({ owner, channelId, draft: { settings: { accessToken: token('c') } } }),
  ]);
  const { name, config } = await getChannel({ owner, channelId });
  expect([name, config]).toMatchObject(['pager', { topic: 'alerts', accessToken: token('c') }]);
});
