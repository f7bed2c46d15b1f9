import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';
import { pauseFailingJobs } from '#server/jobs/pause-failing-jobs.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { enqueueNotifications } from '#server/notifications/enqueue-notifications.server.ts';
import { aUser } from '#tests/integration/makers.ts';
import type { Owner } from '#server/jobs/types.ts';
import { aSubscription } from '#tests/integration/event-subscriptions/kit.ts';
import { aFact, aNotifyingJob, enqueue, noon } from '#tests/integration/notifications/kit.ts';

test('an incident is an event when it opens and when it closes', async () => {
  const { user } = await aSubscription({ types: ['incident.opened', 'incident.closed'] });
  const job = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId: job.id }));
  const { id } = await db().incident.findFirstOrThrow({ where: { jobId: job.id } });
  await enqueue(await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }));
  const events = await db().event.findMany({ where: { ownerId: user.id }, orderBy: { id: 'asc' } });
  expect(events).toMatchObject([
    { type: 'incident.opened', jobId: job.id, data: { incident: { id, cause_code: 'status_rejected' } } },
    {
      type: 'incident.closed',
      jobId: job.id,
      data: { incident: { id, close_reason: 'recovered', failures: 1 } },
    },
  ]);
});

test.each([
  [
    'paused by its owner',
    'paused',
    (owner: Owner, jobId: number) => setJobStatus({ owner, jobId, status: 'paused' }),
  ],
  [
    'deactivated',
    'paused',
    (owner: Owner, jobId: number) => setJobStatus({ owner, jobId, status: 'inactive' }),
  ],
  ['deleted', 'deleted', (owner: Owner, jobId: number) => deleteJob({ owner, jobId })],
  [
    'deleted among others',
    'deleted',
    (owner: Owner, jobId: number) => deleteJobs({ owner, jobIds: [jobId] }),
  ],
  [
    'paused by Punctual',
    'paused',
    (_owner: Owner, jobId: number) =>
      inTransaction(async (client) => {
        await lockJobs({ client, jobIds: [jobId] });
        return pauseFailingJobs({ client, failing: [{ jobId, reason: 'It failed 100 times in a row.' }] });
      }),
  ],
])('the incident of a job that is %s closes with one event and the reason', async (_name, reason, end) => {
  const { user, owner } = await aSubscription({ types: ['incident.opened', 'incident.closed'] });
  const recovering = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId: recovering.id }));
  await enqueue(
    await aFact({ jobId: recovering.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }),
  );
  const job = await aNotifyingJob({ owner: user, externalId: 'nightly', tags: ['billing', 'a b'] });
  await enqueue(await aFact({ jobId: job.id }));
  await end(owner, job.id);
  const { id, closedAt } = await db().incident.findFirstOrThrow({ where: { jobId: job.id } });
  const events = await db().event.findMany({ where: { type: 'incident.closed', ownerId: user.id } });
  const [recovered, ended] = events.sort((one, other) => Number(one.id - other.id));
  expect(events).toHaveLength(2);
  expect(ended).toMatchObject({
    ...{ jobId: job.id, at: closedAt },
    data: {
      job: { id: job.id, name: job.name, external_id: 'nightly', tags: ['billing', 'a b'] },
      incident: { id, closed_at: closedAt?.toISOString(), close_reason: reason, failures: 1 },
    },
  });
  // The code and the trigger write the same shape.
  const shapeOf = (event?: { data: unknown }) =>
    JSON.stringify(event?.data, (_key, value: unknown) =>
      typeof value === 'object' && !Array.isArray(value) ? value : null,
    );
  expect(shapeOf(ended)).toBe(shapeOf(recovered));
  expect(await db().eventDelivery.count({ where: { jobId: job.id } })).toBe(2);
});

test('an incident of an account without a subscription to it closes without an event', async () => {
  const { user, owner } = await aSubscription({ types: ['job.paused'] });
  const job = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId: job.id }));
  await setJobStatus({ owner, jobId: job.id, status: 'paused' });
  const events = await db().event.findMany({ where: { ownerId: user.id } });
  expect(events.map(({ type }) => type)).toEqual(['job.paused']);
});

test.each([
  ['no subscription', [], false],
  ['a subscription to other events', ['job.paused'], false],
  ['a subscription to incidents', ['incident.closed'], true],
] as const)(
  'an incident of an account with %s asks for events only if somebody hears them',
  async (_name, types, isAsked) => {
    const owner =
      types.length > 0 ? (await aSubscription({ types })).user : await aUser({ tier: 'ultimate' });
    const job = await aNotifyingJob({ owner });
    const names: string[] = [];
    const facts = [
      await aFact({ jobId: job.id }),
      await aFact({ jobId: job.id, now: noon + 60_000, outcome: 'success', previousStreak: 1 }),
    ];
    for (const fact of facts)
      await inTransaction(async (client) => {
        const counting = {
          query: (given: { name: string }) => {
            names.push(given.name);
            return client.query(given as never);
          },
        };
        await enqueueNotifications({ client: counting as unknown as typeof client, facts: [fact] });
      });
    expect(names).toContain('incidents-close');
    expect(names.filter((one) => one.startsWith('events-')).length > 0).toBe(isAsked);
  },
);
