import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeTexts } from '#app/presenters/job/job-changes.ts';
import { db } from '#server/database/db.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { listVersions } from '#server/jobs/reads/list-versions.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { transferFormats } from '#server/transfer/types.ts';

import { aBody, aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aJob, aUser } from '#tests/integration/makers.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { aChannel } from '#tests/integration/notifications/kit.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type JobBody = { id: number } & Record<string, unknown>;

const money = { channel: '#money', events: ['failure', 'recovery'], after: 3 };

async function aClientWithChannels({ kind = 'key' }: { kind?: 'key' | 'token' } = {}) {
  const client = await aClient({ web, kind });
  const first = await aChannel({ owner: client.user, name: '#money' });
  const second = await aChannel({ owner: client.user, name: 'calm' });
  return { client, first, second };
}

const rowsOf = async (jobId: number) =>
  (await db().notificationRule.findMany({ where: { jobId }, include: { channel: true } })).map(
    ({ channel, events, after }) => [channel.name, events, after],
  );

test('a job takes further channels by name or id, in either spelling, and keeps them as rows', async () => {
  for (const kind of ['key', 'token'] as const) {
    const { client, second } = await aClientWithChannels({ kind });
    const created = await client.ask<JobBody>('POST /jobs', { body: aBody({ notify_rules: [money] }) });
    expect([created.status, created.body.data.notify_rules]).toEqual([201, [money]]);
    const { id } = created.body.data;
    expect(await rowsOf(id)).toEqual([['#money', ['failure', 'recovery'], 3]]);

    const put = (notifyRules: unknown) => client.ask<JobBody>(`PUT /jobs/${id}`, { body: { notifyRules } });
    const byId = await put([money, { channel: second.id }]);
    expect(byId.body.data.notify_rules).toEqual([
      money,
      { channel: 'calm', events: ['failure', 'recovery', 'reminder', 'missed', 'paused'], after: 1 },
    ]);
    expect((await put([])).body.data.notify_rules).toEqual([]);
    expect(await rowsOf(id)).toEqual([]);
  }
});

test('an unknown channel or event is an error of its place, with what is allowed', async () => {
  const { client, first } = await aClientWithChannels();
  const post = async (notify_rules: unknown) => {
    const { status, body } = await client.ask('POST /jobs', { body: aBody({ notify_rules }) });
    return [status, body.error?.details];
  };
  expect(await post([{ ...money, events: ['failed'] }])).toEqual([
    400,
    { 'notify_rules.0.events': expect.stringContaining('Events are failure, recovery, reminder') as string },
  ]);
  expect(await post([money, { channel: '#other' }])).toEqual([
    400,
    {
      'notify_rules.1.channel':
        'Your account has no channel with the name “#other”. Add one in the settings, or use one of these: #money, calm.',
    },
  ]);
  expect(await post([money, { channel: first.id }])).toEqual([
    400,
    { 'notify_rules.1.channel': '#money has a rule already. Put all its events into one.' },
  ]);
  const other = await aChannel({ owner: await aUser(), name: 'foreign' });
  expect(await post([{ channel: other.id }])).toMatchObject([
    400,
    { 'notify_rules.0.channel': /no channel/ },
  ]);
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(0);
});

test('a job without a channel of its own notifies five named ones, and has no room for its own then', async () => {
  const { client } = await aClientWithChannels();
  for (const name of ['three', 'four', 'five']) await aChannel({ owner: client.user, name });
  const rules = ['#money', 'calm', 'three', 'four', 'five'].map((channel) => ({ ...money, channel }));
  const created = await client.ask<JobBody>('POST /jobs', { body: aBody({ notify_rules: rules }) });
  expect([created.status, created.body.data.notify_rules]).toEqual([201, rules]);
  const { id } = created.body.data;
  expect(await rowsOf(id)).toHaveLength(5);
  const own = { notification_type: 'webhook', notification_config: 'https://notes.example.com/in' };
  const refused = await client.ask(`PUT /jobs/${id}`, { body: own });
  expect([refused.status, refused.body.error?.details]).toEqual([
    400,
    { notify_rules: expect.stringContaining('at most 5 channels') as string },
  ]);
  const changed = await client.ask(`PUT /jobs/${id}`, { body: { ...own, notify_rules: rules.slice(1) } });
  expect(changed.status).toBe(200);
});

test('a renamed channel is renamed in its jobs, a deleted one leaves them', async () => {
  const { client, first, second } = await aClientWithChannels();
  const rules = [money, { channel: 'calm', events: ['missed'], after: 1 }];
  const { id } = (await client.ask<JobBody>('POST /jobs', { body: aBody({ notify_rules: rules }) })).body
    .data;
  await db().channel.update({ where: { id: first.id }, data: { name: '#billing' } });
  const shown = async () => (await client.ask<JobBody>(`GET /jobs/${id}`)).body.data.notify_rules;
  expect(await shown()).toEqual([{ ...money, channel: '#billing' }, rules[1]]);
  expect(await rowsOf(id)).toHaveLength(2);
  await db().channel.delete({ where: { id: second.id } });
  expect(await shown()).toEqual([{ ...money, channel: '#billing' }]);
  await db().channel.delete({ where: { id: first.id } });
  expect(await shown()).toEqual([]);
  expect(await rowsOf(id)).toEqual([]);
});

test('versions name the channels, and a restored one leaves out those that are gone', async () => {
  const owner = await aUser();
  const channel = await aChannel({ owner, name: '#money' });
  await aChannel({ owner, name: 'calm' });
  const notifyRules = [
    { channel: '#money', events: ['failure' as const], after: 1 },
    { channel: 'calm', events: ['missed' as const], after: 1 },
  ];
  const { id: jobId } = await createJob({ owner, input: aJob({ notifyRules }) });
  await updateJob({ owner, jobId, changes: { notifyRules: null } });
  const [after, before] = await listVersions({ ownerId: owner.id, jobId, limit: 2 });
  expect(after && before && changeTexts({ before: before.snapshot, after: after.snapshot })).toEqual([
    'Further channels #money (failure); calm (missed run) to none',
  ]);
  await db().channel.delete({ where: { id: channel.id } });
  const restored = await restoreVersion({ owner, jobId, version: 1 });
  expect(restored.notifyRules).toEqual([notifyRules[1]]);
});

test.each(transferFormats)(
  'an export as %s names the channels; an import takes no unknown one',
  async (format) => {
    const owner = await aUser();
    await aChannel({ owner, name: '#money' });
    const notifyRules = [{ channel: '#money', events: ['failure' as const], after: 3 }];
    await createJob({ owner, input: aJob({ notifyRules, externalId: 'one' }) });
    let text = '';
    for await (const piece of await exportJobs({ owner, format, hasSecrets: false })) text += piece;
    expect(text).toContain('#money');

    const planned = async (of: Awaited<ReturnType<typeof aUser>>) => {
      const plan = await planImport({ owner: of, text, format, timeZone: 'UTC' });
      if ('error' in plan) throw new Error(plan.error.message);
      return plan;
    };
    expect((await planned(owner)).jobs).toMatchObject([{ outcome: 'same' }]);
    const other = await aUser();
    expect((await planned(other)).jobs).toMatchObject([
      {
        outcome: 'refused',
        errors: [{ field: 'notify_rules.0.channel', message: /no channel with the name “#money”/ }],
      },
    ]);
    await aChannel({ owner: other, name: '#money' });
    await importJobs({ owner: other, plan: await planned(other) });
    const job = await db().job.findFirstOrThrow({ where: { ownerId: other.id } });
    expect(await rowsOf(job.id)).toEqual([['#money', ['failure'], 3]]);
  },
);

async function defaultsOf(client: ApiClient): Promise<Record<string, unknown>> {
  return (await client.ask('GET /notification-rules')).body.data;
}

test('the defaults of the account and of tags are read and replaced; what is omitted stays', async () => {
  const { client } = await aClientWithChannels();
  expect(await defaultsOf(client)).toEqual({ account: [], tags: {} });
  const put = (body: unknown) => client.ask('PUT /notification-rules', { body });
  expect((await put({ tags: { billing: [money] } })).body.data).toEqual({
    account: [],
    tags: { billing: [money] },
  });
  const all = [{ channel: 'calm', events: ['missed'], after: 1 }];
  await put({ account: all });
  expect(await defaultsOf(client)).toEqual({ account: all, tags: { billing: [money] } });
  const { status, body } = await put({
    account: [{ channel: 'gone' }],
    tags: { ops: [{ ...money, events: [] }] },
  });
  expect([status, Object.keys(body.error?.details ?? {})]).toEqual([400, ['tags.ops.0.events']]);
  expect((await put({ account: [{ channel: 'gone' }] })).body.error?.details).toHaveProperty([
    'account.0.channel',
  ]);
  expect((await put({ others: 1 })).body.error?.details).toHaveProperty('others');
  expect(await defaultsOf(client)).toEqual({ account: all, tags: { billing: [money] } });
  await put({ tags: {} });
  expect(await defaultsOf(client)).toEqual({ account: all, tags: {} });
  const reader = await aClient({ web, owner: client.user, scope: 'read' });
  expect((await reader.ask('PUT /notification-rules', { body: { account: [] } })).status).toBe(403);
});
