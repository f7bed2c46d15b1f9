import { expect, test } from 'vitest';
import { readWireJob, toWireJob, wireNameOf } from './job-wire.ts';
import { jobInput } from './job.ts';

const job = jobInput.parse({
  name: 'Nightly',
  webhookURL: 'https://api.example.com/run',
  cronExpression: '30 2 * * *',
  timezone: 'Europe/Paris',
  headers: { 'content-type': 'application/json' },
  payload: '{"a":1}',
  tags: ['billing'],
  signing: true,
  followRedirects: true,
  notifyRules: [{ channel: '#money', events: ['recovery', 'failure'], after: 3 }],
  auth: { type: 'basic', username: 'ann', password: 'p:w' },
  retryDelays: { kind: 'list', seconds: [5, 60], jitter: false },
});

test('a job survives writing and reading', () => {
  const { fields, unknown } = readWireJob(toWireJob(job));
  expect(unknown).toEqual([]);
  expect(jobInput.parse(fields)).toEqual(job);
});

test('reads both spellings and ignores read-only fields', () => {
  expect(readWireJob({ cron: '@daily', webhookURL: 'https://example.com', id: 7, next_run: null })).toEqual({
    fields: { cronExpression: '@daily', webhookURL: 'https://example.com' },
    unknown: [],
  });
});

test('reads every field in either spelling, and reports one given twice', () => {
  const camel = {
    webhookUrl: 'https://example.com',
    httpMethod: 'POST',
    retryCount: 1,
    externalId: 'a',
    lastRun: null,
  };
  expect(readWireJob(camel)).toEqual({
    fields: { webhookURL: 'https://example.com', httpMethod: 'POST', retryCount: 1, externalId: 'a' },
    unknown: [],
  });
  expect(readWireJob({ cron: '@daily', cronExpression: '@hourly' }).unknown).toEqual(['cronExpression']);
});

test('reports unknown names, also those that every object has', () => {
  expect(readWireJob({ name: 'A', colour: 'red', constructor: 1 }).unknown).toEqual([
    'colour',
    'constructor',
  ]);
});

test('errors use the public field names', () => {
  expect(wireNameOf('retryCount')).toBe('retry_count');
  expect(wireNameOf('minute')).toBe('minute');
  expect(wireNameOf('notifyRules.0.events')).toBe('notify_rules.0.events');
});
