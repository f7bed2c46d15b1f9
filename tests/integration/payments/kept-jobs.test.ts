import { expect, test } from 'vitest';
import { withChoice } from '#app/http/settings/kept-jobs.server.ts';
import { AppError } from '#domain/errors.ts';
import { changePlan, previewPlanChange } from '#server/billing/change-plan.server.ts';
import { planEndJobs } from '#server/billing/plan-end-jobs.server.ts';
import { saveKeptJobs } from '#server/billing/save-kept-jobs.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aBuyer, rowOf, tierOf, withPayments } from './payments.ts';

// The owner chooses the active jobs to keep when a plan ends (048).

const payments = withPayments();
const request = () => ({ id: crypto.randomUUID(), ip: '192.0.2.7', userAgent: 'test' });
const actorOf = ({ id }: { id: number }) => ({ id, request: request() });

async function withJobs({ tier, count }: { tier: 'premium' | 'ultimate'; count: number }) {
  const user = await aBuyer({ tier });
  await payments.takeAll();
  const ids: number[] = [];
  for (let made = 1; made <= count; made += 1)
    ids.push((await aSavedJob({ owner: user, name: `Job ${made}` })).id);
  return { user, ids };
}

async function pausedOf(user: User) {
  const rows = await db().job.findMany({
    where: { ownerId: user.id, status: 'paused' },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ name, pauseReason }) => ({ name, pauseReason }));
}

test('the chosen jobs stay active when a canceled plan ends, and the choice is cleared', async () => {
  const { user, ids } = await withJobs({ tier: 'premium', count: 12 });
  expect(await planEndJobs({ userId: user.id, tier: 'free' })).toMatchObject({
    ...{ limit: 10, active: 12, above: 2 },
  });
  await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids.slice(2) });
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  const { jobs } = await planEndJobs({ userId: user.id, tier: 'free' });
  expect(jobs.filter(({ isKept }) => !isKept).map(({ name }) => name)).toEqual(['Job 1', 'Job 2']);
  payments.fakeStripe().advance(15);
  await payments.takeAll();
  expect(await tierOf(user)).toBe('free');
  const pauseReason = 'Your plan allows 10 jobs: the ones you did not choose to keep active were paused.';
  expect(await pausedOf(user)).toEqual([
    { name: 'Job 1', pauseReason },
    { name: 'Job 2', pauseReason },
  ]);
  expect((await rowOf(user)).keptJobIds).toEqual([]);
});

test('the oldest of the other jobs fill the rest of the limit', async () => {
  const { user, ids } = await withJobs({ tier: 'premium', count: 12 });
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids.slice(11) });
  payments.fakeStripe().advance(15);
  await payments.takeAll();
  expect((await pausedOf(user)).map(({ name }) => name)).toEqual(['Job 10', 'Job 11']);
});

test('a downgrade keeps the chosen jobs active too', async () => {
  const { user, ids } = await withJobs({ tier: 'ultimate', count: 51 });
  await saveKeptJobs({ userId: user.id, tier: 'premium', jobIds: ids.slice(1) });
  const { at } = await previewPlanChange({ userId: user.id, tier: 'premium' });
  await changePlan({ userId: user.id, tier: 'premium', at, actor: actorOf(user) });
  expect((await pausedOf(user)).map(({ name }) => name)).toEqual(['Job 1']);
  expect((await rowOf(user)).keptJobIds).toEqual([]);
});

test('resuming a subscription clears the choice', async () => {
  const { user, ids } = await withJobs({ tier: 'premium', count: 1 });
  await setRenewal({ userId: user.id, isRenewed: false, actor: actorOf(user) });
  await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids });
  await payments.takeAll();
  expect((await rowOf(user)).keptJobIds).toEqual(ids);
  await setRenewal({ userId: user.id, isRenewed: true, actor: actorOf(user) });
  expect((await rowOf(user)).keptJobIds).toEqual([]);
});

test('a refused action restores the previous choice; one with an unknown result keeps the new one', async () => {
  const { user, ids } = await withJobs({ tier: 'premium', count: 3 });
  await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids.slice(0, 1) });
  const actAfter = async (type: 'conflict' | 'external_service_error') => {
    const choice = await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids.slice(1) });
    const act = () => Promise.reject(new AppError(type));
    await expect(withChoice({ choice, act })).rejects.toMatchObject({ type });
    return (await rowOf(user)).keptJobIds;
  };
  expect(await actAfter('conflict')).toEqual(ids.slice(0, 1));
  expect(await actAfter('external_service_error')).toEqual(ids.slice(1));
});

test('a choice of more jobs than the plan allows is refused, and those of others are ignored', async () => {
  const { user, ids } = await withJobs({ tier: 'premium', count: 11 });
  const other = await aSavedJob();
  await expect(saveKeptJobs({ userId: user.id, tier: 'free', jobIds: ids })).rejects.toMatchObject({
    type: 'validation_error',
    message: 'Free allows 10 active jobs, but you chose 11. Deselect 1.',
  });
  await saveKeptJobs({ userId: user.id, tier: 'free', jobIds: [other.id, ...ids.slice(0, 2)] });
  expect((await rowOf(user)).keptJobIds).toEqual(ids.slice(0, 2));
  const nobody = await aUser({ tier: 'free' });
  await expect(saveKeptJobs({ userId: nobody.id, tier: 'free', jobIds: [] })).rejects.toMatchObject({
    type: 'conflict',
  });
});
