import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#dev/ports.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { measureDatabase } from '#server/metrics/measure-database.server.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.server.ts';
import { aLiveJob, aWorker, eventually, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

const port = (env().METRICS_PORT = await freePort());

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of a metric with exactly these labels, 0 if it is not there. */
function valueOf({
  text,
  name,
  labels = {},
}: {
  text: string;
  name: string;
  labels?: Record<string, string>;
}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => one.startsWith(name) && wanted.every((label) => one.includes(label)));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe.skipIf(!hasTemporal)('the metrics for Prometheus while jobs fire', patient, () => {
  let worker: RunningWorker;
  const server = serveMetrics();
  beforeAll(async () => {
    measureDatabase();
    worker = await aWorker();
  });
  afterAll(async () => {
    server?.close();
    await worker.stop();
  });

  test('cover fires by outcome and trigger, attempts, lateness, batches, the pad, the lease and Node itself', async () => {
    const [fine, failing] = [await aLiveJob(), await aLiveJob({ path: '/fail', retryCount: 0 })];
    await eventually(() => {
      expect(fine.arrivals().length).toBeGreaterThanOrEqual(2);
      expect(failing.arrivals().length).toBeGreaterThanOrEqual(2);
    });
    await eventually(async () => {
      const text = await scrape();
      const of = (name: string, labels?: Record<string, string>) =>
        valueOf({ text, name, ...(labels && { labels }) });
      expect(of('punctual_fires_total', { outcome: 'success', trigger: 'schedule' })).toBeGreaterThanOrEqual(
        1,
      );
      expect(of('punctual_fires_total', { outcome: 'failed', trigger: 'schedule' })).toBeGreaterThanOrEqual(
        1,
      );
      const rejected = { error_code: 'status_rejected', status_class: '5xx' };
      expect(of('punctual_attempts_total', rejected)).toBeGreaterThanOrEqual(1);
      expect(of('punctual_fire_lateness_milliseconds_count')).toBeGreaterThanOrEqual(2);
      expect(of('punctual_fire_lateness_milliseconds_bucket', { le: '60000' })).toBeGreaterThanOrEqual(2);
      expect(of('punctual_ledger_batch_results_count')).toBeGreaterThanOrEqual(1);
      expect(of('punctual_ledger_batch_duration_milliseconds_count')).toBeGreaterThanOrEqual(1);
      expect(of('punctual_claim_lead_milliseconds_count')).toBeGreaterThanOrEqual(2);
      expect(text).toMatch(/^punctual_residents [2-9]$/m);
      expect(of('punctual_lease_held')).toBe(1);
      expect(of('punctual_launch_pad_fires', { state: 'held' })).toBeGreaterThanOrEqual(1);
      expect(text).toMatch(/^punctual_calls_in_flight \d+$/m);
      expect(of('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
      expect(of('process_resident_memory_bytes')).toBeGreaterThan(0);
    });
  });

  test('show changes not yet applied to Temporal as a backlog with an age', async () => {
    const { jobId } = await aLiveJob({ cronExpression: rare });
    const changedAt = new Date(Date.now() - 90_000);
    await db().jobVersion.updateMany({ where: { jobId }, data: { changedAt } });
    await db().job.update({
      where: { id: jobId },
      data: { appliedVersion: 0, applyAfter: new Date(Date.now() + 60_000) },
    });
    await eventually(async () => {
      const text = await scrape();
      expect(valueOf({ text, name: 'punctual_relay_backlog' })).toBe(1);
      expect(valueOf({ text, name: 'punctual_relay_lag_seconds' })).toBeGreaterThanOrEqual(90);
    });
  });

  test('have no label that identifies a user', async () => {
    const { jobId, owner, path } = await aLiveJob({ name: 'canary-of-a-name' });
    await eventually(async () => expect(await db().execution.count({ where: { jobId } })).toBeGreaterThan(0));
    const text = await scrape();
    for (const reported of ['canary-of-a-name', path, owner.email, '127.0.0.1', `"${jobId}"`])
      expect(text).not.toContain(reported);
  });

  test('are the only thing served on their port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

test('an occupied port disables the metrics, but not the process', async () => {
  const second = serveMetrics();
  const taken = serveMetrics();
  if (!second || !taken) throw new Error('Metrics are off.');
  const [error] = (await once(taken, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('EADDRINUSE');
  second.close();
});
