import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient } from '#tests/integration/api/api.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const aWebhook = () => ({ name: '#ops', kind: 'webhook', url: inbox.url('/ok?template') });
const template = { format: 'json', body: '{"text": "{{event.text}}"}' };

test('a template is created, kept, changed, exported and removed', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const made = await client.ask<{ id: number }>('POST /channels', { body: { ...aWebhook(), template } });
  expect([made.status, made.body.data]).toMatchObject([201, { template }]);
  const path = `/channels/${made.body.data.id}`;
  const put = async (body: Record<string, unknown>) => (await client.ask(`PUT ${path}`, { body })).body.data;
  expect(await put({ name: '#hooks' })).toMatchObject({ name: '#hooks', template });
  // A whole response may be sent back.
  expect(await put((await client.ask(`GET ${path}`)).body.data)).toMatchObject({ template });
  const text = { format: 'text', body: 'two\r\nlines' };
  expect(await put({ template: text })).toMatchObject({ template: { format: 'text', body: 'two\nlines' } });
  const tested = await client.ask(`POST ${path}/test`);
  expect(tested.body.data).toMatchObject({ delivered: true, payload: 'two\nlines' });
  expect(await put({ template: null })).toMatchObject({ template: null });
});

test('errors name the field, the position and the remedy', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const post = async (given: unknown, kind: Record<string, unknown> = aWebhook()) => {
    const { status, body } = await client.ask('POST /channels', { body: { ...kind, template: given } });
    return [status, body.error?.details];
  };
  expect(await post({ format: 'json', body: '{\n "a": {{run.code}}}' })).toMatchObject([
    400,
    { 'template.body': expect.stringMatching(/^Line 2, column 7: .*Choose one of run\.id, /) as string },
  ]);
  expect(await post({ ...template, body: '{"a": {{job.name}}' })).toMatchObject([
    400,
    { 'template.body': expect.stringContaining('It ends where } is expected.') as string },
  ]);
  expect(await post({ format: 'xml', body: 'x' })).toMatchObject([
    400,
    { template: 'format must be json or text.' },
  ]);
  const slack = { name: '#s', kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' };
  expect(await post(template, slack)).toMatchObject([
    400,
    { template: expect.stringContaining('Only a webhook channel') as string },
  ]);
});

test('another plan is a 403 that names Ultimate', async () => {
  const client = await aClient({ web });
  const refused = await client.ask('POST /channels', { body: { ...aWebhook(), template } });
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { message: expect.stringContaining('comes with Ultimate') as string, details: { reason: 'tier' } },
  ]);
});
