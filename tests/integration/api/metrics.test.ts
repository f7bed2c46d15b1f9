import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promtoolHere } from '#dev/test/promtool.ts';
import { getPool } from '#server/database/db.server.ts';
import { end } from '#tests/integration/event-subscriptions/kit.ts';
import { fillTables } from '#tests/integration/fill-tables.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { aClient } from './api.ts';

const promtool = promtoolHere() ?? '';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** Complaints of Prometheus itself about a text. */
function complaints(text: string): string {
  const { stdout, stderr, status } = spawnSync(promtool, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

test.skipIf(promtool === '')(
  'a read key gets the metrics of its account, as Prometheus reads them',
  async () => {
    const client = await aClient({ web, scope: 'read', user: { tier: 'ultimate' } });
    const name = 'Night "run" \\ of {a="b"}';
    const job = await aSavedJob({ owner: client.user, name });
    const paused = await aSavedJob({ owner: client.user, status: 'paused' });
    const strangers = await aSavedJob();
    await end({ jobId: job.id, outcome: 'success' });
    await end({ jobId: job.id });
    await end({ jobId: job.id, outcome: 'missed' });
    const { status, text, headers } = await client.ask('GET /metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(complaints(text)).toBe('');
    const lines = text.split('\n');
    const labels = `job_id="${job.id}",job_name="Night \\"run\\" \\\\ of {a=\\"b\\"}"`;
    const sample = (metric: string) => lines.find((line) => line.startsWith(`${metric}{job_id="${job.id}"`));
    expect(lines).toContain(`punctual_job_executions_total{${labels},outcome="success"} 1`);
    expect(lines).toContain(`punctual_job_executions_total{${labels},outcome="failed"} 1`);
    expect(lines).toContain(`punctual_job_executions_total{${labels},outcome="missed"} 1`);
    expect(lines).toContain(`punctual_job_last_outcome{${labels},outcome="failed"} 1`);
    expect(sample('punctual_job_last_duration_seconds')).toMatch(/ 0\.392$/);
    expect(sample('punctual_job_failure_streak')).toMatch(/ 1$/);
    expect(sample('punctual_job_next_fire_timestamp_seconds')).toMatch(/ \d{10}$/);
    expect(sample('punctual_job_paused')).toMatch(/ 0$/);
    expect(text).toMatch(new RegExp(`punctual_job_paused\\{job_id="${paused.id}"[^\n]* 1\n`));
    expect(text).not.toMatch(new RegExp(`next_fire_timestamp_seconds\\{job_id="${paused.id}"`));
    expect(text).not.toContain(`job_id="${strangers.id}"`);
  },
);

test('counts stay when the history is removed', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const job = await aSavedJob({ owner: client.user, name: 'Kept' });
  await end({ jobId: job.id });
  await getPool().query(`delete from "Execution" where "jobId" = $1`, [job.id]);
  const { text } = await client.ask('GET /metrics');
  expect(text).toContain(
    `punctual_job_executions_total{job_id="${job.id}",job_name="Kept",outcome="failed"} 1`,
  );
});

test('metrics come with Ultimate; without jobs they are empty', async () => {
  const premium = await aClient({ web, user: { tier: 'premium' } });
  const refused = await premium.ask('GET /metrics');
  expect([refused.status, refused.body.error?.details]).toEqual([403, { reason: 'tier' }]);
  const empty = await aClient({ web, kind: 'token', user: { tier: 'ultimate' } });
  const { status, text } = await empty.ask('GET /metrics');
  expect(status).toBe(200);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

test('ten thousand jobs come within seconds, by one statement', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const job = await aSavedJob({ owner: client.user });
  await fillTables(
    {
      text: `insert into "Job" ("ownerId", "name", "webhookUrl", "targetHost", "cronExpression", "updatedAt")
       select $1, 'Job ' || n, 'x', 'shop.example.com', '0 * * * *', now() from generate_series(2, 10000) n`,
      values: [client.user.id],
    },
    {
      text: `insert into "JobState" ("jobId", "accountedUntil")
       select "id", now() from "Job" where "ownerId" = $1 and "id" <> $2`,
      values: [client.user.id, job.id],
    },
    {
      text: `insert into "DailyStat" ("jobId", "day", "success")
       select "id", current_date - d, 1440 from "Job", generate_series(1, 3) d where "ownerId" = $1`,
      values: [client.user.id],
    },
  );
  const began = performance.now();
  const { status, text } = await client.ask('GET /metrics');
  expect(status).toBe(200);
  expect(text.match(/^punctual_job_paused\{/gm)).toHaveLength(10_000);
  expect(text.match(/outcome="success"} 4320$/gm)).toHaveLength(10_000);
  expect(performance.now() - began).toBeLessThan(8_000);
}, 60_000);
