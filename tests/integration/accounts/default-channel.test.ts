import { expect, test } from 'vitest';
import { readDefaultChannel, saveDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { channelOf } from '#server/notifications/channels/channel.server.ts';
import { aUser } from '../makers.ts';

const slack = { type: 'slack', config: 'https://hooks.slack.com/services/T0/B0/canary' } as const;

async function anOwner() {
  const { id, tier } = await aUser();
  return { id, tier };
}

test('a default channel is stored sealed, and jobs without their own channel use it', async () => {
  const owner = await anOwner();
  expect(await readDefaultChannel({ userId: owner.id })).toBeNull();
  await saveDefaultChannel({ owner, channel: slack });
  expect(await readDefaultChannel({ userId: owner.id })).toEqual(slack);
  const user = await db().user.findUniqueOrThrow({ where: { id: owner.id } });
  expect(user.defaultNotificationConfig).not.toContain('canary');
  const columns = { ...user, ownerId: owner.id, notificationType: null, notificationConfig: null };
  expect(channelOf(columns)).toMatchObject({ channel: 'slack', config: { url: slack.config } });
});

test('without a default channel the owner is notified by email again', async () => {
  const owner = await anOwner();
  await saveDefaultChannel({ owner, channel: slack });
  await saveDefaultChannel({ owner, channel: null });
  expect(await readDefaultChannel({ userId: owner.id })).toBeNull();
  const events = await db().securityEvent.findMany({
    where: { actorId: owner.id, code: 'user_changed' },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ message }) => message)).toEqual([
    'An account was changed. (default_channel slack)',
    'An account was changed. (default_channel email)',
  ]);
});

test.each([
  ['slack', 'not a URL', 'Enter a full URL'],
  ['slack', 'https://hooks.example.com/x', 'A Slack URL begins with'],
  ['webhook', 'http://127.0.0.1/x', 'Target not allowed.'],
  ['webhook', `https://a.example/${'x'.repeat(2_048)}`, '2,048 characters'],
] as const)('%s to %s is refused with its remedy, and nothing changes', async (type, config, words) => {
  const owner = await anOwner();
  await saveDefaultChannel({ owner, channel: slack });
  await expect(saveDefaultChannel({ owner, channel: { type, config } })).rejects.toMatchObject({
    type: 'validation_error',
    details: { notificationConfig: expect.stringContaining(words) as string },
  });
  expect(await readDefaultChannel({ userId: owner.id })).toEqual(slack);
});
