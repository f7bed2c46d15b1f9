import { expect, test, vi } from 'vitest';
import { streamExecutions } from '#app/presenters/execution/executions-csv.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { sendTestEvent } from '#server/event-subscriptions/send-test-event.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import { reserveDomainDelivery } from '#server/notifications/domain-delivery.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { aChannel } from '#tests/integration/channels/kit.ts';
import { aJob, aUser } from '#tests/integration/makers.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-test.server.ts', () => ({ pushTest: () => Promise.resolve() }));

process.env['RATE_LIMIT_SCALE'] = '1';

test('an account makes ten test runs a minute, and the eleventh is neither stored nor run', async () => {
  const owner = await aUser();
  const run = () => startTestRun({ owner, input: aJob() });
  for (let time = 0; time < 10; time += 1) await run();
  await expect(run()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 10 } });
  expect(await db().testRun.count({ where: { ownerId: owner.id } })).toBe(10);
  await startTestRun({ owner: await aUser(), input: aJob() });
});

test('an account makes five exports an hour, and job histories are counted separately', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  const jobs = () => exportJobs({ owner, format: 'json', hasSecrets: false });
  const display = { mode: 'utc' as const, mine: 'UTC', now: 0 };
  const executions = () => streamExecutions({ owner, jobId, params: new URLSearchParams(), display });
  for (let time = 0; time < 5; time += 1) await jobs();
  await expect(jobs()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 5 } });
  for (let time = 0; time < 60; time += 1) await executions();
  await expect(executions()).rejects.toMatchObject({ type: 'rate_limit', details: { limit: 60 } });
  const where = { actorId: owner.id, code: 'export' };
  expect(await db().securityEvent.count({ where })).toBe(65);
});

test('an account sends ten test events a minute, test runs included; a refused one is neither sent nor logged', async () => {
  const user = await aUser({ tier: 'ultimate' });
  const owner = { id: user.id, tier: user.tier };
  const path = '/ok?tests';
  const { id } = await createSubscription({ owner, url: inbox.url(path), types: ['job.created'] });
  for (let time = 0; time < 8; time += 1) await sendTestEvent({ owner, id });
  for (let time = 0; time < 2; time += 1) await startTestRun({ owner, input: aJob() });
  const refused = { type: 'rate_limit', details: { limit: 10 } };
  await expect(sendTestEvent({ owner, id })).rejects.toMatchObject(refused);
  expect(inbox.at(path)).toHaveLength(8);
  expect(await db().eventDelivery.count({ where: { subscriptionId: id } })).toBe(8);
});

test('a destination gets ten tests a minute, from all channels and accounts together', async () => {
  const path = '/ok?pace';
  const owner = await aUser();
  const now = () => 1_770_000_000_000;
  const sends = [];
  for (const sender of [owner, owner, await aUser()]) {
    const { id: channelId } = await aChannel({ owner: sender, path });
    sends.push(() => testChannel({ owner: sender, channelId, now }));
  }
  for (const send of sends) for (let sent = 0; sent < 3; sent += 1) await send();
  await sends[0]?.();
  for (const send of sends) await expect(send()).rejects.toMatchObject({ type: 'rate_limit' });
  expect(inbox.at(path)).toHaveLength(10);
});

test("a channel that is pointed at one path of a domain after another stays within the domain's limit", async () => {
  const owner = await aUser();
  const now = 1_770_000_000_000;
  const url = (path: number) => `http://169.254.7.9/${path}`;
  for (let sent = 1; sent <= 30; sent += 1)
    await inTransaction((client) =>
      reserveDomainDelivery({ client, ownerId: owner.id, channel: 'webhook', destination: url(sent), now }),
    );
  const { id: channelId } = await aChannel({ owner });
  const config = seal({ text: url(31), userId: owner.id, field: 'channel.config' });
  await db().channel.update({ where: { id: channelId }, data: { config } });
  await expect(testChannel({ owner, channelId, now: () => now })).rejects.toMatchObject({
    type: 'rate_limit',
  });
});
