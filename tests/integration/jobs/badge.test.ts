import { expect, test } from 'vitest';
import { badgeTokenOf, readBadge } from '#server/badges/read-badge.server.ts';
import { makeBadge, removeBadge } from '#server/badges/set-badge.server.ts';
import { db } from '#server/database/db.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

async function aBadge() {
  const user = await aUser();
  const owner = { id: user.id, tier: user.tier };
  const job = await aSavedJob({ owner: user, name: 'Nightly invoices' });
  const token = await makeBadge({ owner, jobId: job.id });
  return { owner, jobId: job.id, token };
}

test('a job has no badge until its owner turns it on', async () => {
  const user = await aUser();
  const job = await aSavedJob({ owner: user });
  expect(await badgeTokenOf({ ownerId: user.id, jobId: job.id })).toBeNull();
  const token = await makeBadge({ owner: { id: user.id, tier: user.tier }, jobId: job.id });
  expect(token).toMatch(/^[\w-]{27}$/);
  expect(await badgeTokenOf({ ownerId: user.id, jobId: job.id })).toBe(token);
  expect(await readBadge(token)).toEqual({ name: job.name, state: 'no runs yet' });
});

test('a new link revokes the previous one, and turning the badge off revokes both', async () => {
  const { owner, jobId, token } = await aBadge();
  const next = await makeBadge({ owner, jobId, isRenewed: true });
  expect(next).not.toBe(token);
  expect(await readBadge(token)).toBeNull();
  expect(await readBadge(next)).not.toBeNull();
  await removeBadge({ owner, jobId });
  expect(await readBadge(next)).toBeNull();
  expect(await badgeTokenOf({ ownerId: owner.id, jobId })).toBeNull();
});

test('turning on a badge that is on keeps its link, even twice at once', async () => {
  const { owner, jobId, token } = await aBadge();
  expect(await makeBadge({ owner, jobId })).toBe(token);
  expect(await readBadge(token)).not.toBeNull();
  await removeBadge({ owner, jobId });
  const [one, other] = await Promise.all([makeBadge({ owner, jobId }), makeBadge({ owner, jobId })]);
  expect(one).toBe(other);
  expect(one).not.toBe(token);
});

test("another account's job gets no badge, and its badge is not revealed", async () => {
  const { jobId, token } = await aBadge();
  const stranger = await aUser();
  const owner = { id: stranger.id, tier: stranger.tier };
  await expect(makeBadge({ owner, jobId })).rejects.toMatchObject({ type: 'not_found' });
  await expect(removeBadge({ owner, jobId })).rejects.toMatchObject({ type: 'not_found' });
  expect(await badgeTokenOf({ ownerId: stranger.id, jobId })).toBeNull();
  expect(await readBadge(token)).not.toBeNull();
});

test('shows the last outcome, a paused job, or an overdue fire', async () => {
  const { jobId, token } = await aBadge();
  const stateOf = async () => (await readBadge(token))?.state;
  const setState = (data: object) => db().jobState.update({ where: { jobId }, data });
  await setState({ lastOutcome: 'success' });
  expect(await stateOf()).toBe('succeeded');
  await setState({ lastOutcome: 'unknown' });
  expect(await stateOf()).toBe('failed');

  const due = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 120_000);
  await setState({ nextRunAt: due });
  expect(await stateOf()).toBe('late');
  // It has its row: the call is in flight, and the state changes with its end.
  await db().execution.create({
    data: { jobId, trigger: 'schedule', scheduledFor: due, dueAt: due, jobVersion: 1, claimedAt: due },
  });
  expect(await stateOf()).toBe('failed');

  await db().job.update({ where: { id: jobId }, data: { status: 'paused' } });
  expect(await stateOf()).toBe('paused');
});

test('the badge of a deleted job is gone', async () => {
  const { owner, jobId, token } = await aBadge();
  await deleteJob({ owner, jobId });
  expect(await readBadge(token)).toBeNull();
});

test('an invalid token causes no database query', async () => {
  for (const token of ['', 'x', '../etc', `${'a'.repeat(26)}'`, 'a'.repeat(10_000)])
    expect(await readBadge(token)).toBeNull();
});
