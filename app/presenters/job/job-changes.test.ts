import { expect, test } from 'vitest';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { zoneChangeSummary } from '#server/zones/zone-change-summary.ts';
import { changeTexts, toChanges } from './job-changes.ts';

const job: JobSnapshot = {
  name: 'Ping',
  description: '',
  status: 'active',
  type: 'webhook',
  cronExpression: '0 * * * *',
  timeZone: 'UTC',
  webhookUrl: 'https://a.example/run?token=hidden',
  httpMethod: 'GET',
  headers: { authorization: 'Bearer hidden' },
  auth: null,
  payload: null,
  timeoutSeconds: 20,
  retryCount: 3,
  retryDelays: null,
  successCriterion: 'status_code',
  successRegex: null,
  acceptedStatuses: null,
  notifyFrequency: 'on_failure',
  notificationType: null,
  notificationConfig: null,
  notifyRules: null,
  ...{ lateAfter: null, tooLongAfter: null, certificateDays: 14, answerWatch: null },
  tags: [],
  externalId: null,
  overlap: 'skip',
  catchUp: 'last',
  isSigned: false,
  followRedirects: false,
  pausedUntil: null,
  pauseReason: null,
};
const textsOf = (changes: Partial<JobSnapshot>) =>
  changeTexts({ before: job, after: { ...job, ...changes } });

test('a change names the field, its old and its new value', () => {
  expect(textsOf({ timeoutSeconds: 30 })).toEqual(['Timeout 20s to 30s']);
  expect(textsOf({ cronExpression: '30 2 * * *', timeZone: 'Europe/Paris' })).toEqual([
    'Schedule “Every hour” to “Every day at 02:30”',
    'Time zone UTC to Europe/Paris',
  ]);
  expect(textsOf({ payload: '{}', httpMethod: 'POST' })).toEqual(['Method GET to POST', 'Payload added']);
});

test('retry delays are shown as they were set', () => {
  expect(textsOf({ retryDelays: { kind: 'list', seconds: [10, 300], jitter: false } })).toEqual([
    'Retry delays default to 10s, 5m, exact',
  ]);
  expect(textsOf({ retryDelays: { kind: 'exponential', seconds: 90, jitter: true } })).toEqual([
    'Retry delays default to 1m 30s doubled each time',
  ]);
});

test('no value of a header, a query or a payload is shown', () => {
  const texts = textsOf({
    webhookUrl: 'https://b.example/run?token=other',
    headers: { authorization: 'Bearer other', accept: 'text/plain' },
    payload: 'secret',
  }).join();
  expect(texts).toContain('Headers: accept added, authorization changed');
  expect(texts).not.toMatch(/hidden|other|secret|Bearer/);
});

test.each(Object.keys(job).filter((field) => field !== 'pauseReason'))('a change of %s is shown', (field) => {
  const retryDelays = { kind: 'fixed', seconds: 5, jitter: true };
  const other = {
    headers: {},
    auth: { type: 'bearer', token: 'hidden' },
    tags: ['a'],
    isSigned: true,
    followRedirects: true,
    timeoutSeconds: 1,
    retryCount: 1,
    retryDelays,
    notifyRules: [{ channel: '#money', events: ['failure'], after: 3 }],
  };
  const value =
    field in other
      ? other[field as keyof typeof other]
      : field === 'status'
        ? 'paused'
        : '2026-11-21T00:00:00Z';
  expect(textsOf({ [field]: value })).not.toEqual(['Saved again']);
});

test('a change of an OAuth 2 client names its fields, but no secret', () => {
  const client = {
    ...{ type: 'oauth2' as const, tokenUrl: 'https://id.example.com/token', clientId: 'reports' },
    ...{ clientSecret: 'hidden', scope: null, audience: null, clientAuth: 'basic' as const },
  };
  const texts = changeTexts({
    before: { ...job, auth: client },
    after: { ...job, auth: { ...client, clientSecret: 'hidden too', scope: 'read' } },
  });
  expect(texts).toEqual(['OAuth 2: client secret, scope changed']);
  expect(textsOf({ auth: client })).toEqual([
    'Authentication “None” to “OAuth 2, client reports at https://id.example.com/token”',
  ]);
});

test("a pause says until when, in the job's zone", () => {
  expect(textsOf({ status: 'paused', pausedUntil: '2026-11-22T09:00:00.000Z' })).toEqual([
    'Paused until Nov 22, 2026 09:00, UTC',
  ]);
});

test('only a version that differs in more than its status can be restored', () => {
  const version = (number: number, snapshot: JobSnapshot) => ({
    version: number,
    changedAt: new Date(number),
    changedById: number === 2 ? null : 1,
    summary: 'status',
    snapshot,
  });
  const versions = [
    version(3, { ...job, timeoutSeconds: 30 }),
    version(2, { ...job, timeoutSeconds: 30, status: 'paused', pauseReason: 'failing' }),
    version(1, job),
  ];
  expect(toChanges({ versions, skips: [], timeZone: 'UTC', count: 3 })).toEqual([
    { version: 3, at: 3, by: 'You', texts: ['Resumed'], canRestore: false },
    {
      version: 2,
      at: 2,
      by: 'Punctual',
      texts: ['Paused: failing', 'Timeout 20s to 30s'],
      canRestore: false,
    },
    { version: 1, at: 1, by: 'You', texts: ['Created'], canRestore: true },
  ]);
});

test("skips and their undoing are listed among the versions, by their time in the job's zone", () => {
  const scheduledFor = new Date('2026-11-22T09:00:00Z');
  const version = { version: 1, changedAt: new Date(10), changedById: 1, summary: 'created', snapshot: job };
  const changes = toChanges({
    versions: [{ ...version, version: 2, changedAt: new Date(25) }, version],
    skips: [
      { scheduledFor, isSkipped: false, changedAt: new Date(30) },
      { scheduledFor, isSkipped: true, changedAt: new Date(20) },
    ],
    timeZone: 'Europe/Paris',
    count: 3,
  });
  expect(changes.map(({ version, by, texts }) => [version, by, ...texts])).toEqual([
    [null, 'You', 'Run of Nov 22, 2026 10:00, Europe/Paris no longer skipped'],
    [2, 'You', 'Saved again'],
    [null, 'You', 'Run of Nov 22, 2026 10:00, Europe/Paris skipped'],
  ]);
});

test('a change of zone data names both releases', () => {
  const change = (summary: string) =>
    toChanges({
      versions: [
        { version: 2, changedAt: new Date(2), changedById: null, summary, snapshot: job },
        { version: 1, changedAt: new Date(1), changedById: 1, summary: 'created', snapshot: job },
      ],
      ...{ skips: [], timeZone: 'UTC', count: 2 },
    })[0];
  expect(change(zoneChangeSummary({ before: '2026c', after: '2026d' }))).toMatchObject({
    by: 'Punctual',
    texts: ['Time zone rules of UTC changed (2026c → 2026d)'],
  });
  expect(change(zoneChangeSummary({ before: null, after: '2026d' }))?.texts).toEqual([
    'Time zone rules of UTC changed (2026d)',
  ]);
});
