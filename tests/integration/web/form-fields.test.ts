import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// A form may send only its own fields; its lists and pasted texts are limited; its texts follow one rule.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const job = { name: 'Nightly', webhookURL: 'https://example.com/run', mode: 'none', type: 'webhook' };

/** Each form of the product with fields it accepts. */
const forms: [string, Record<string, string>][] = [
  ['/dashboard/jobs/create', job],
  ['/dashboard/jobs/1/edit', job],
  ['/dashboard/jobs/1/saved', job],
  ['/dashboard/jobs/test-runs', job],
  ['/dashboard/jobs/test-note', job],
  ['/dashboard/jobs/bulk', { act: 'pause', ids: '1' }],
  ['/dashboard/jobs/1/status', { status: 'paused' }],
  ['/dashboard/jobs/1/run', {}],
  ['/dashboard/jobs/1/skip', { scheduledFor: '1' }],
  ['/dashboard/jobs/1/restore', { version: '1' }],
  ['/dashboard/jobs/1/badge', { intent: 'on' }],
  ['/dashboard/jobs/1/ask-recipient', {}],
  ['/dashboard/jobs/1/test-note', {}],
  ['/dashboard/jobs/1/delete', { confirm: 'yes' }],
  ['/dashboard/jobs/1/executions/1', { intent: 'retry' }],
  ['/dashboard/import', { text: '', intent: 'preview' }],
  ['/dashboard/push', { act: 'not-now' }],
  ['/dashboard/api-key', { from: '/dashboard' }],
  ['/dashboard/settings/keys', { name: 'Deployments' }],
  ['/dashboard/settings/end-session', { id: '1', confirm: 'yes' }],
  ['/dashboard/settings/delete', { typed: 'no' }],
  ['/dashboard/settings/change-plan', { tier: 'none' }],
  ['/dashboard/settings/kept-jobs', { keep: '1' }],
  [
    '/dashboard/settings/event-subscriptions/new',
    { url: 'https://events.example.com/', types: 'job.created' },
  ],
  ['/dashboard/settings/event-subscriptions/1', { form: 'replay', hours: '1' }],
  ['/dashboard/settings/test-events', { id: '1' }],
  ['/dashboard/settings/channels/new', { name: '#ops', kind: 'slack' }],
  ['/dashboard/settings/channels/1?act=save', { name: '#ops', kind: 'slack' }],
  ['/dashboard/settings/channels/1?act=test', {}],
  ['/dashboard/settings/channels/1?act=ask', { address: 'ops@example.com' }],
  ['/dashboard/settings/channels/1/delete', {}],
  ['/dashboard/settings?form=profile', { firstName: 'Ada' }],
  ['/dashboard/settings?form=mail', {}],
  ['/dashboard/settings?form=channel', {}],
  ['/dashboard/settings?form=secret', { name: 'ONE', value: '1' }],
  ['/admin/settings', { notice: '' }],
  ['/admin/users/1/suspend', { reason: 'x' }],
  ['/preferences', { times: 'utc' }],
  ['/mail/stop/x', { again: 'yes' }],
  ['/mail/unsubscribe/x', { again: 'yes' }],
  ['/mail/confirm/x', {}],
  ['/unsubscribe/x', { 'List-Unsubscribe': 'One-Click' }],
];

async function anAdmin(): Promise<{ cookie: string; userId: number }> {
  const visitor = await aVisitor();
  await db().user.update({ where: { id: visitor.userId }, data: { role: 'admin' } });
  return visitor;
}

/** The response to a form as JavaScript sends it. */
async function send({
  cookie,
  path,
  body,
}: {
  cookie: string;
  path: string;
  body: URLSearchParams | FormData;
}) {
  const headers = {
    cookie,
    origin,
    accept: path.endsWith('/keys') ? 'application/json' : '*/*',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
  };
  const isPlain = /^\/(?:dashboard\/(?:api-key|push|settings\/keys)|unsubscribe)/.test(path);
  const [page = '', query = ''] = path.split('?');
  const address = (isPlain ? page : `${page}.data`) + (query && `?${query}`);
  const response = await web.ask(address, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const names = [
  '__proto__',
  'constructor',
  '__intent__',
  '__state__',
  'tags[4294967294]',
  'name[0]',
  'name.first',
  'job_ids[]',
  'no_such_field',
  'n'.repeat(101),
];

test.each(forms)('%s refuses an unknown field by name', { timeout: 60_000 }, async (path, fields) => {
  const { cookie } = await anAdmin();
  for (const name of names) {
    const { status, text } = await send({
      cookie,
      path,
      body: new URLSearchParams({ ...fields, [name]: 'x' }),
    });
    expect(status, name).toBe(400);
    expect(text, name).toContain(name.slice(0, 100));
  }
  const many = new URLSearchParams(Array.from({ length: 1_300 }, () => ['name', 'x']));
  expect((await send({ cookie, path, body: many })).status).toBe(400);
  const file = new FormData();
  for (const [name, value] of Object.entries(fields)) file.append(name, value);
  file.append(Object.keys(fields)[0] ?? 'file', new Blob(['x']), 'x.txt');
  expect((await send({ cookie, path, body: file })).status, 'a file').toBe(400);
  // And its own fields are accepted.
  const own = await send({ cookie, path, body: new URLSearchParams(fields) });
  expect(own.text).not.toContain('is not known');
});

test('a list of ids is limited to 1,000, and the message names its field', async () => {
  const { cookie } = await aVisitor();
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
  const bulk = (fields: Record<string, string>) =>
    send({ cookie, path: '/dashboard/jobs/bulk', body: new URLSearchParams(fields) });
  for (const [fields, field] of [
    [{ act: 'restore', active: ids(1_001) }, 'active'],
    [{ act: 'restore', active: ids(400), paused: ids(400), inactive: ids(400) }, 'active, paused, inactive'],
    [{ act: 'pause', ids: ids(1_001) }, 'ids'],
    [{ act: 'run', shown: ids(1_001), all_shown: 'yes' }, 'shown'],
    [
      {
        act: 'tag',
        tag: 'x',
        ids: ids(700),
        shown: ids(1_000).split(',').reverse().join(','),
        all_shown: 'yes',
      },
      null,
    ],
  ] as const) {
    const { text } = await bulk(fields);
    if (field === null) expect(text).not.toContain('can name 1,000 jobs');
    else expect(text, field).toContain(`The field ${field} can name 1,000 jobs.`);
  }
  expect((await bulk({ act: 'restore', active: ids(1_000) })).text).toContain('0 jobs are as before.');
  const headers = { cookie };
  expect((await web.ask(`/dashboard/export.json?ids=${ids(1_001)}`, { headers })).status).toBe(400);
});

test('a command over 64 KiB is an error at its field', async () => {
  const { cookie } = await aVisitor();
  const fill = (command: string) =>
    send({
      cookie,
      path: '/dashboard/jobs/create',
      body: new URLSearchParams({ ...job, intent: 'fill', command }),
    });
  expect((await fill(`curl https://x.test -d '${'x'.repeat(60_000)}'`)).status).toBe(200);
  const refused = await fill(`curl https://x.test -d '${'$\u007b'.repeat(64_000)}'`);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('larger than 64 KiB (at most 65,536 bytes can be read)');
  expect(refused.text).toContain('"command"');
});

test('without JavaScript a button of the form previews the schedule', async () => {
  const { cookie } = await aVisitor();
  const body = new URLSearchParams({
    ...job,
    mode: 'cron',
    cronExpression: '5 4 * * *',
    name: '',
    intent: 'preview',
  });
  const { status, text } = await send({ cookie, path: '/dashboard/jobs/create', body });
  expect(status).toBe(200);
  expect(text).toContain('04:05');
  expect(text).toContain('Give the job a name.');
});

test('every text follows the same rule for plain text', { timeout: 60_000 }, async () => {
  const { cookie } = await anAdmin();
  const refusals: [string, Record<string, string>][] = [
    ['/dashboard/jobs/create', { ...job, name: 'a\u0000b' }],
    ['/dashboard/jobs/create', { ...job, name: 'a\u001fb' }],
    ['/dashboard/jobs/create', { ...job, description: 'a\u001fb' }],
    ['/dashboard/jobs/create', { ...job, tags: 'a\u001fb' }],
    ['/dashboard/jobs/create', { ...job, externalId: 'a\u007fb' }],
    ['/dashboard/settings?form=profile', { firstName: 'a\u001fb' }],
    ['/dashboard/settings?form=profile', { lastName: 'a\u0000b' }],
    ['/dashboard/settings?form=secret', { name: 'a\u001fb', value: 'x' }],
    ['/dashboard/settings/keys', { name: 'a\u001fb' }],
    ['/admin/settings', { notice: 'a\u0000b' }],
  ];
  for (const [path, fields] of refusals) {
    const { status } = await send({ cookie, path, body: new URLSearchParams(fields) });
    expect(status, JSON.stringify(fields)).toBe(400);
  }
  const tag = new URLSearchParams({ act: 'tag', tag: 'a\u001fb', ids: '1' });
  expect((await send({ cookie, path: '/dashboard/jobs/bulk', body: tag })).text).toContain(
    'no comma or control',
  );
});
