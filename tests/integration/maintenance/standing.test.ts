import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { endSubscriptions } from '#server/maintenance/end-subscriptions.server.ts';
import { resumePaused } from '#server/maintenance/resume-paused.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';

const place = { isStopping: () => false };
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

async function aSubscriber({
  jobs,
  ...dates
}: {
  jobs: number;
  currentPeriodEnd?: Date;
  trialEndsAt?: Date;
  cancelAtPeriodEnd?: boolean;
}) {
  const owner = await aUser({ tier: 'premium' });
  await db().subscription.create({ data: { userId: owner.id, status: 'active', tier: 'premium', ...dates } });
  const ids: number[] = [];
  for (let made = 0; made < jobs; made += 1) ids.push((await aSavedJob({ owner })).id);
  return { owner, ids };
}

const tierOf = async (id: number) => (await db().user.findUniqueOrThrow({ where: { id } })).tier;

test('3 days after a period ended without a payment event, the account becomes free and its newest jobs above 10 are paused', async () => {
  const { owner, ids } = await aSubscriber({ jobs: 12, currentPeriodEnd: ago(73) });
  const before = await db().job.findUniqueOrThrow({ where: { id: ids[11] ?? 0 } });
  expect(await endSubscriptions(place)).toBe(1);
  expect(await tierOf(owner.id)).toBe('free');
  const jobs = await db().job.findMany({
    where: { ownerId: owner.id },
    orderBy: { id: 'asc' },
    include: { state: true, versions: { orderBy: { version: 'desc' }, take: 1 } },
  });
  expect(jobs.map(({ status }) => status)).toEqual([...ids.slice(2).map(() => 'active'), 'paused', 'paused']);
  const paused = jobs.at(-1);
  expect(paused).toMatchObject({
    desiredVersion: before.desiredVersion + 1,
    pauseReason: 'Your plan allows 10 jobs: the newest ones above that were paused.',
    state: { nextRunAt: null },
    versions: [{ version: before.desiredVersion + 1, status: 'paused', changedById: null }],
  });
  const events = await db().securityEvent.findMany({ where: { code: 'tier_changed', subjectId: owner.id } });
  expect(events.map(({ message }) => message)).toEqual(['A plan was changed. (to free, jobs paused 2)']);
  expect(await endSubscriptions(place)).toBe(0);
});

test('a trial ends the same way, a canceled period an hour after its end, and nobody is downgraded earlier', async () => {
  const trial = await aSubscriber({ jobs: 1, trialEndsAt: ago(73) });
  const cancelled = await aSubscriber({ jobs: 1, currentPeriodEnd: ago(2), cancelAtPeriodEnd: true });
  const late = await aSubscriber({ jobs: 1, currentPeriodEnd: ago(71) });
  const renewed = await aSubscriber({ jobs: 1, currentPeriodEnd: ago(-24), trialEndsAt: ago(500) });
  const endless = await aSubscriber({ jobs: 1 });
  expect(await endSubscriptions(place)).toBe(2);
  const tiers = [trial, cancelled, late, renewed, endless].map(({ owner }) => tierOf(owner.id));
  expect(await Promise.all(tiers)).toEqual(['free', 'free', 'premium', 'premium', 'premium']);
  const { status } = await db().job.findUniqueOrThrow({ where: { id: trial.ids[0] ?? 0 } });
  expect(status).toBe('active');
});

test('a pause past its end is recorded as an activation', async () => {
  const [over, lasting] = [await aSavedJob({ status: 'paused' }), await aSavedJob({ status: 'paused' })];
  await db().job.update({ where: { id: over.id }, data: { pausedUntil: ago(1) } });
  await db().job.update({ where: { id: lasting.id }, data: { pausedUntil: ago(-1) } });
  expect(await resumePaused(place)).toBe(1);
  expect(await db().job.findUnique({ where: { id: over.id } })).toMatchObject({
    status: 'active',
    pausedUntil: null,
    desiredVersion: over.desiredVersion + 1,
  });
  expect(await db().job.findUnique({ where: { id: lasting.id } })).toMatchObject({ status: 'paused' });
  expect(await resumePaused(place)).toBe(0);
});
