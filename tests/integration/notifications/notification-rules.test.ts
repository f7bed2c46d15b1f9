import type pg from 'pg';
import { expect, test } from 'vitest';
import type { RuleEvent } from '#domain/notifications/rules.ts';
import { type GivenDefaults, readDefaultRules } from '#domain/notifications/default-rules.ts';
import { db } from '#server/database/db.server.ts';
import { readDefaults, saveDefaults } from '#server/notifications/rules/default-rules.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { decryptDestination } from '#server/notifications/channels/channel.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aChannel, aFact, aNotifyingJob, aRule, enqueue, hourMs, noon, notificationsOf } from './kit.ts';

const notified = async (jobId: number) =>
  (await notificationsOf(jobId)).map(({ channelId, channel, rule }) => [channelId ?? channel, rule]);

/** A job with the rules of named channels alone. */
async function aRuledJob(...rules: { events?: RuleEvent[]; after?: number }[]) {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const channels = [];
  for (const [index, rule] of rules.entries()) {
    const channel = await aChannel({ owner, name: `#channel ${index}` });
    await aRule({ channel, jobId: job.id, ...rule });
    channels.push(channel.id);
  }
  return { owner, job, channels };
}

test("a failure goes once to the job's own channel and once to each further one", async () => {
  const job = await aNotifyingJob();
  const money = await aChannel({ owner: job.owner, name: '#money' });
  const calm = await aChannel({ owner: job.owner, name: 'calm' });
  await aRule({ channel: money, jobId: job.id });
  await aRule({ channel: calm, jobId: job.id, events: ['missed'] });
  const fact = await aFact({ jobId: job.id });
  expect(await enqueue(fact)).toEqual([job.id]);
  await enqueue(fact);
  expect(await notified(job.id)).toEqual([
    ['webhook', 'failure'],
    [money.id, 'failure'],
  ]);
  const [, named] = await notificationsOf(job.id);
  expect(named).toMatchObject({ channel: 'slack', streak: 1 });
  expect(decryptDestination({ ownerId: job.ownerId, config: named?.config ?? '' })).toBe('#money');
});

test('each channel counts failures, reminders and the recovery of a streak by itself', async () => {
  const { job, channels } = await aRuledJob({}, { after: 3 }, { after: 5 });
  const [first, third] = channels;
  const streakStartedAt = noon;
  for (const streak of [1, 2, 3])
    await enqueue(await aFact({ jobId: job.id, streak, streakStartedAt, now: noon + streak * 60_000 }));
  expect(await notified(job.id)).toEqual([
    [first, 'failure'],
    [third, 'failure'],
  ]);
  const now = noon + 25 * hourMs;
  await enqueue(await aFact({ jobId: job.id, streak: 4, streakStartedAt, now }));
  const recovered = { outcome: 'success' as const, previousStreak: 4, streakStartedAt };
  await enqueue(await aFact({ jobId: job.id, ...recovered, now: now + 60_000 }));
  expect((await notified(job.id)).slice(2)).toEqual([
    [first, 'reminder'],
    [third, 'reminder'],
    [first, 'recovery'],
    [third, 'recovery'],
  ]);
  // The next streak starts over.
  await enqueue(await aFact({ jobId: job.id, now: now + 120_000 }));
  expect((await notified(job.id)).slice(6)).toEqual([[first, 'failure']]);
});

test('the results of one batch notify a channel in order', async () => {
  const { job, channels } = await aRuledJob({});
  await enqueue(
    await aFact({ jobId: job.id, now: noon }),
    await aFact({
      ...{ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 },
      streakStartedAt: noon,
    }),
    await aFact({ jobId: job.id, now: noon + 120_000 }),
  );
  expect(await notified(job.id)).toEqual(
    ['failure', 'recovery', 'failure'].map((rule) => [channels[0], rule]),
  );
});

test('a streak that outlives its notifications is not notified again', async () => {
  const { job } = await aRuledJob({ events: ['failure'] });
  await enqueue(await aFact({ jobId: job.id, streakStartedAt: noon }));
  await db().notification.deleteMany({ where: { jobId: job.id } });
  const now = noon + 9 * 24 * hourMs;
  await enqueue(await aFact({ jobId: job.id, streak: 2, streakStartedAt: noon, now }));
  expect(await notified(job.id)).toEqual([]);
});

test('the defaults of tags apply to a job without a rule, and silence those of the account', async () => {
  const owner = await aUser();
  const money = await aChannel({ owner, name: '#money' });
  const all = await aChannel({ owner, name: '#all' });
  await aRule({ channel: money, tag: 'billing' });
  await aRule({ channel: all });
  const billing = await aSavedJob({ owner, tags: ['nightly', 'billing'] });
  const other = await aSavedJob({ owner, tags: ['nightly'] });
  const own = await aNotifyingJob({ owner, tags: ['billing'] });
  for (const { id } of [billing, other, own]) await enqueue(await aFact({ jobId: id }));
  expect(await notified(billing.id)).toEqual([[money.id, 'failure']]);
  expect(await notified(other.id)).toEqual([[all.id, 'failure']]);
  expect(await notified(own.id)).toEqual([['webhook', 'failure']]);
});

test('a tag may have the name of a property that every object has', async () => {
  const user = await aUser();
  const owner = { id: user.id, tier: user.tier };
  await aChannel({ owner: user, name: '#money' });
  const rule = { channel: '#money', events: ['failure' as const], after: 1 };
  for (const tag of ['constructor', '__proto__']) {
    const { rules = { account: [], tags: {} } } = readDefaultRules({
      given: { tags: Object.fromEntries([[tag, [rule]]]) },
      before: { account: [], tags: {} },
    }) as { rules?: GivenDefaults };
    await saveDefaults({ owner, change: () => rules });
    expect(Object.entries((await readDefaults({ ownerId: user.id })).tags)).toEqual([[tag, [rule]]]);
  }
});

test("never silences the first rule and the defaults, not a job's further rules", async () => {
  const owner = await aUser();
  const money = await aChannel({ owner, name: '#money' });
  await aRule({ channel: money, tag: 'billing' });
  const silent = await aSavedJob({ owner, tags: ['billing'], notifyFrequency: 'never' });
  const job = await aNotifyingJob({ owner, notifyFrequency: 'never' });
  await aRule({ channel: money, jobId: job.id });
  for (const { id } of [silent, job]) await enqueue(await aFact({ jobId: id }));
  expect(await notified(silent.id)).toEqual([]);
  expect(await notified(job.id)).toEqual([[money.id, 'failure']]);
});

test('a pause by the product goes to every rule that names it, in place of a reminder', async () => {
  const { job, channels } = await aRuledJob({}, { events: ['failure', 'reminder'] });
  const streak = { streak: 99, streakStartedAt: noon - hourMs };
  await enqueue(await aFact({ jobId: job.id, ...streak, now: noon - 60_000 }));
  const ended = await aFact({ jobId: job.id, ...streak, streak: 100, now: noon });
  await enqueue(ended, { ...ended, kind: 'auto_pause' });
  expect((await notified(job.id)).slice(2)).toEqual([
    [channels[1], 'reminder'],
    [channels[0], 'auto_pause'],
  ]);
});

test("a deleted channel's rule goes, and the defaults apply again", async () => {
  const { owner, job, channels } = await aRuledJob({});
  const all = await aChannel({ owner, name: '#all' });
  await aRule({ channel: all });
  await enqueue(await aFact({ jobId: job.id }));
  await db().channel.delete({ where: { id: channels[0] ?? 0 } });
  await enqueue(await aFact({ jobId: job.id, now: noon + hourMs }));
  expect(await notified(job.id)).toEqual([[all.id, 'failure']]);
});

test('a channel that is deleted while its notification is enqueued costs the others nothing', async () => {
  const job = await aNotifyingJob();
  const channel = await aChannel({ owner: job.owner, name: 'gone' });
  await aRule({ channel, jobId: job.id });
  const fact = await aFact({ jobId: job.id });
  await inTransaction(async (client) => {
    let asked = 0;
    const racing = {
      query: async (given: pg.QueryConfig) => {
        asked += 1;
        if (asked === 2) await db().channel.delete({ where: { id: channel.id } });
        return client.query(given);
      },
    };
    await enqueueNotifications({ client: racing as unknown as typeof client, facts: [fact] });
  });
  expect(await notified(job.id)).toEqual([['webhook', 'failure']]);
});

test("another account's defaults apply to no job", async () => {
  const channel = await aChannel({ owner: await aUser(), name: '#other' });
  await aRule({ channel, tag: 'billing' });
  await aRule({ channel });
  const job = await aSavedJob({ tags: ['billing'] });
  await enqueue(await aFact({ jobId: job.id }));
  expect(await notified(job.id)).toEqual([['email', 'failure']]);
});
