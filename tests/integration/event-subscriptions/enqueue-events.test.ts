import '#tests/integration/notifications/set-up.ts';
import { expect, test } from 'vitest';
import { db, getPool } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { enqueueEvents } from '#server/event-subscriptions/enqueue-events.server.ts';
import { updateSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';
import { pauseFailingJobs } from '#server/jobs/pause-failing-jobs.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { aJob, aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aSubscription, deliveriesOf, end, streamsOf, toOwner } from './kit.ts';

const eventsOf = (ownerId: number) => db().event.findMany({ where: { ownerId }, orderBy: { id: 'asc' } });
const typesOf = async (ownerId: number) => (await eventsOf(ownerId)).map(({ type }) => type);

test('each outcome of an execution is an event, in the order of completion', async () => {
  const { id, user } = await aSubscription();
  const job = await aSavedJob({ owner: user });
  for (const outcome of ['success', 'failed', 'superseded', 'unknown', 'skipped', 'missed'] as const)
    await end({ jobId: job.id, outcome });
  expect(await typesOf(user.id)).toEqual([
    'execution.succeeded',
    'execution.failed',
    'execution.failed',
    'execution.failed',
    'execution.skipped',
    'execution.missed',
  ]);
  expect((await deliveriesOf(id)).map(({ state, lane, jobId }) => [state, lane, jobId])).toEqual(
    Array.from({ length: 6 }, () => ['pending', 0, job.id]),
  );
  expect(await streamsOf(id)).toMatchObject([{ jobId: job.id, lane: 0, isHeld: false }]);
});

test('an event has the execution in the names of the API, without its response', async () => {
  const { user } = await aSubscription();
  const job = await aSavedJob({ owner: user, name: 'Billing', externalId: 'b-1' });
  const executionId = await end({ jobId: job.id });
  const [event] = await eventsOf(user.id);
  expect(event?.data).toEqual({
    job: { id: job.id, name: 'Billing', external_id: 'b-1', tags: [] },
    execution: {
      id: executionId,
      job_id: job.id,
      status: 'failed',
      outcome: 'failed',
      reason: null,
      trigger: 'schedule',
      scheduled_for: expect.any(String) as string,
      start_time: expect.any(String) as string,
      end_time: expect.any(String) as string,
      duration: 392,
      lateness_ms: null,
      status_code: 503,
      error: 'The response was 503.',
      due_at: expect.any(String) as string,
      attempt_count: 1,
      job_version: 1,
      replay_of: null,
      missed_until: null,
      missed_count: null,
      verdict: 'Failed: the response was 503; this job expects 2xx.',
    },
  });
});

test('each change of a job is an event, without its URL, headers and payload', async () => {
  const { user, owner } = await aSubscription();
  const secrets = { webhookUrl: 'https://shop.example.com/canary-url', headers: { 'x-a': 'canary-header' } };
  const job = await createJob({
    owner,
    input: aJob({ ...secrets, payload: 'canary-payload', httpMethod: 'POST' }),
  });
  await updateJob({ owner, jobId: job.id, changes: { name: 'Renamed', timeoutSeconds: 10 } });
  await setJobStatus({ owner, jobId: job.id, status: 'paused' });
  await setJobStatuses({ owner, jobIds: [job.id], status: 'active' });
  await inTransaction((client) =>
    pauseFailingJobs({ client, failing: [{ jobId: job.id, reason: 'It failed for long.' }] }),
  );
  await deleteJob({ owner, jobId: job.id });
  const events = await eventsOf(user.id);
  expect(events.map(({ type }) => type)).toEqual([
    'job.created',
    'job.updated',
    'job.paused',
    'job.updated',
    'job.paused',
    'job.deleted',
  ]);
  expect(events[1]?.data).toMatchObject({
    job: { name: 'Renamed', timeout: 10 },
    changed: ['name', 'timeout'],
  });
  expect(events[4]?.data).toMatchObject({ job: { status: 'paused', pause_reason: 'It failed for long.' } });
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('canary');
});

test('jobs that are deleted together are an event each', async () => {
  const { user, owner } = await aSubscription({ types: ['job.deleted'] });
  const jobs = [await aSavedJob({ owner: user }), await aSavedJob({ owner: user })];
  await deleteJobs({ owner, jobIds: jobs.map(({ id }) => id) });
  expect(await typesOf(user.id)).toEqual(['job.deleted', 'job.deleted']);
});

test('only chosen types are stored, each for the subscriptions that chose it', async () => {
  const { id, user } = await aSubscription({ types: ['execution.failed'] });
  const other = await aSubscription({ user, types: ['execution.succeeded', 'execution.failed'] });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id, outcome: 'success' });
  await end({ jobId: job.id, outcome: 'skipped' });
  await end({ jobId: job.id });
  expect(await typesOf(user.id)).toEqual(['execution.succeeded', 'execution.failed']);
  expect((await deliveriesOf(id)).map(({ event }) => event.type)).toEqual(['execution.failed']);
  expect((await deliveriesOf(other.id)).map(({ event }) => event.type)).toEqual([
    'execution.succeeded',
    'execution.failed',
  ]);
});

test('without a subscription, on another plan and in another account, nothing is stored', async () => {
  const { user } = await aSubscription();
  const strangers = await aSavedJob({ owner: await aUser({ tier: 'ultimate' }) });
  await end({ jobId: strangers.id });
  await db().user.update({ where: { id: user.id }, data: { tier: 'premium' } });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  expect(await db().event.count({ where: { ownerId: { in: [user.id, strangers.ownerId] } } })).toBe(0);
});

test('an account without a subscription costs the ledger no further statement', async () => {
  const job = await aSavedJob({ owner: await aUser({ tier: 'ultimate' }) });
  const heard: string[] = [];
  await inTransaction(async (client) => {
    const { enqueueExecutionEvents } = await import('#server/event-subscriptions/execution-events.server.ts');
    await enqueueExecutionEvents({
      client: {
        query: ((...asked: unknown[]) => {
          heard.push(JSON.stringify(asked));
          return (client.query as (...given: unknown[]) => unknown)(...asked);
        }) as typeof client.query,
      },
      completed: [],
    });
  });
  await end({ jobId: job.id });
  expect(heard).toEqual([]);
  const { rows } = await getPool().query(`select count(*) from "Event" where "ownerId" = $1`, [job.ownerId]);
  expect(rows).toEqual([{ count: 0 }]);
});

test('a disabled subscription gets no delivery, but its events are kept for a replay', async () => {
  const { id, user, owner } = await aSubscription();
  await updateSubscription({ owner, id, isEnabled: false });
  const job = await aSavedJob({ owner: user });
  await end({ jobId: job.id });
  expect(await typesOf(user.id)).toEqual(['execution.failed']);
  expect(await deliveriesOf(id)).toEqual([]);
});

test('a rollback enqueues nothing', async () => {
  const { user } = await aSubscription({ types: ['incident.opened'] });
  const event = { ownerId: user.id, type: 'incident.opened', jobId: 7, at: Date.now(), data: {} } as const;
  await expect(
    inTransaction(async (client) => {
      await enqueueEvents({ client, events: [event] });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await typesOf(user.id)).toEqual([]);
  await db().$transaction((tx) => enqueueEvents({ tx, events: [event] }));
  expect(await typesOf(user.id)).toEqual(['incident.opened']);
});

test('an owner on another plan still saves jobs', async () => {
  const { user } = await aSubscription();
  await db().user.update({ where: { id: user.id }, data: { tier: 'free' } });
  await createJob({ owner: { ...toOwner(user), tier: 'free' }, input: aJob() });
  expect(await typesOf(user.id)).toEqual([]);
});
