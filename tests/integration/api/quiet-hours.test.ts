import { afterAll, beforeAll, expect, test } from 'vitest';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const nights = { weekdays: ['friday', 'monday'], from: '22:00', until: '07:00', timezone: 'europe/berlin' };
const stored = { ...nights, weekdays: ['monday', 'friday'], timezone: 'Europe/Berlin' };
const aWebhook = () => ({ name: '#ops', kind: 'webhook', url: inbox.url('/ok?quiet') });

test('quiet hours of a channel are created, kept, changed and removed', async () => {
  const client = await aClient({ web });
  const made = await client.ask<{ id: number }>('POST /channels', {
    body: { ...aWebhook(), quietHours: nights },
  });
  expect([made.status, made.body.data]).toMatchObject([201, { quiet_hours: stored }]);
  const path = `/channels/${made.body.data.id}`;
  const put = async (body: Record<string, unknown>) => (await client.ask(`PUT ${path}`, { body })).body.data;
  expect(await put({ name: '#nights' })).toMatchObject({ name: '#nights', quiet_hours: stored });
  const daily = { ...stored, weekdays: [...weekdays] };
  expect(await put({ quiet_hours: daily })).toMatchObject({ quiet_hours: daily });
  expect(await put({ quiet_hours: null })).toMatchObject({ quiet_hours: null });
});

test('errors name the field of the quiet hours, and PagerDuty has none', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const refused = await client.ask('POST /channels', {
    body: { ...aWebhook(), quiet_hours: { weekdays: ['monday'], from: '9 pm', until: '07:00' } },
  });
  expect([refused.status, refused.body.error?.details]).toEqual([
    400,
    {
      'quiet_hours.from': 'Enter a time such as 22:00.',
      'quiet_hours.timezone': 'Choose a time zone, such as Europe/Paris.',
    },
  ]);
  const pager = { name: 'Duty', kind: 'pagerduty', routing_key: '0123456789abcdef0123456789abcdef' };
  const response = await client.ask('POST /channels', { body: { ...pager, quiet_hours: stored } });
  expect([response.status, response.body.error?.details]).toEqual([
    400,
    { quiet_hours: 'A PagerDuty channel has no quiet hours: set them in PagerDuty.' },
  ]);
  expect((await client.ask('POST /channels', { body: pager })).body.data).toMatchObject({
    quiet_hours: null,
  });
});
