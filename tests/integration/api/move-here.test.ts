import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const crons = [
  '*/5 * * * *',
  '30 2 * * *',
  '0 9 * * MON-FRI',
  '15 6 1,15 * *',
  '0 0 L * *',
  '@daily',
  '0 8 * * 1#1',
];
const zones = ['UTC', 'Europe/Paris', 'America/New_York'];

/** Output of a script that exports jobs from another scheduler. */
const lines = Array.from({ length: 200 }, (_, index) => ({
  external_id: `crontab-${index}`,
  name: `Line ${index}`,
  cron: crons[index % crons.length],
  timezone: zones[index % zones.length],
  webhook_url: `https://shop.example.com/cron/${index}`,
}));

interface Moved {
  id: number;
  version: number;
  external_id: string;
}

/** The script: one call a line, ten at a time. */
async function move({ client, of }: { client: ApiClient; of: typeof lines }) {
  const responses: { status: number; job: Moved }[] = [];
  const rest = [...of];
  const worker = async () => {
    for (let line = rest.shift(); line; line = rest.shift()) {
      const { status, body } = await client.ask<Moved>('POST /jobs', { body: line });
      responses.push({ status, job: body.data });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return responses;
}

test('a script imports two hundred cron jobs within the limits, and running it again creates none twice', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const moved = await move({ client, of: lines });
  expect(new Set(moved.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(moved.map(({ job }) => job.id)).size).toBe(200);

  const again = await move({ client, of: lines.slice(0, 60) });
  expect(new Set(again.map(({ status, job }) => `${status} ${job.version}`))).toEqual(new Set(['200 1']));
  const seen = new Set<string>();
  for (const page of [1, 2]) {
    const { body } = await client.ask<Moved[]>(`GET /jobs?per_page=100&page=${page}`);
    expect(body.pagination).toMatchObject({ total: 200 });
    for (const job of body.data) seen.add(job.external_id);
  }
  expect([...seen].sort()).toEqual(lines.map((line) => line.external_id).sort());
});
