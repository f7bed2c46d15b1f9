import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { messageOf } from '#server/notifications/message.server.ts';
import { readNotifications } from '#server/notifications/notification-rows.server.ts';
import { createMask } from '#server/outbound/masking/mask-secrets.server.ts';
import { readWatchedValue } from '#server/outbound/response/watched-value.server.ts';
import { readWatched } from '#server/watches/read-watched.server.ts';
import {
  aLedgerJob,
  aResult,
  aWorker,
  callIn,
  claimOne,
  minuteMs,
  noon,
} from '#tests/integration/ledger/kit.ts';
import { notificationsOf, rulesOf } from '#tests/integration/notifications/kit.ts';

const channel = { notificationType: 'webhook', notificationConfig: 'https://notes.example.com/in' } as const;
const secret = 'a-secret-of-the-shop';
const mask = createMask({ secrets: { '{{secret.SHOP}}': secret } });

/** A job that watches a part of its response; each response is the next minute's. */
async function aWatchingJob(watch: string) {
  const job = await aLedgerJob({ ...channel, answerWatch: watch, overlap: 'allow' });
  const workerId = await aWorker();
  let minute = 0;
  const next = async () => {
    const scheduledFor = noon + minute * minuteMs;
    minute += 1;
    return callIn(await claimOne({ workerId, jobId: job.id, scheduledFor }));
  };
  const resultOf = async ({
    call,
    body,
    statusCode = 200,
  }: {
    call: ClaimedCall;
    body: string;
    statusCode?: number;
  }) => {
    const result = aResult({ call, body, statusCode });
    const { response } = result.result;
    if (!response || statusCode !== 200) return result;
    return { ...result, watched: await readWatchedValue({ watch, response, ownerId: job.ownerId, mask }) };
  };
  return {
    job,
    next,
    resultOf,
    respond: async (body: string, statusCode?: number) =>
      recordAttempts([await resultOf({ call: await next(), body, ...(statusCode && { statusCode }) })]),
  };
}

async function changesOf(jobId: number) {
  const ids = (await notificationsOf(jobId)).map(({ id }) => Number(id));
  return (await readNotifications(ids)).map((row) => messageOf(row).data['event']);
}

const valueOf = ({ id, ownerId }: { id: number; ownerId: number }, watch: string) =>
  readWatched({ ownerId, jobId: id, watch });

test('a changed JSON field notifies both values, the first success and an equal one none', async () => {
  const watch = '$.version';
  const { job, respond } = await aWatchingJob(watch);
  await respond('{"version":"1.4","at":1}');
  await respond('{"version":"1.4","at":2}');
  expect(await rulesOf(job.id)).toEqual([]);
  await respond('{"version":"1.5","at":3}');
  await respond('{"version":"1.5","at":4}');
  expect(await rulesOf(job.id)).toEqual(['answer_changed']);
  expect(await changesOf(job.id)).toEqual([{ answer_watch: watch, before: '1.4', after: '1.5' }]);
  expect(await valueOf(job, watch)).toMatchObject({ text: '1.5', problem: null });
  const stored = await db().watchedValue.findUnique({ where: { jobId: job.id } });
  expect(stored?.value).not.toContain('1.5');
});

test('a changed capture of a pattern is notified, and only a capture', async () => {
  const { job, respond } = await aWatchingJob(String.raw`/build (\d+)/`);
  await respond('build 7 at 10:00');
  await respond('build 7 at 10:01');
  await respond('build 8 at 10:02');
  expect(await changesOf(job.id)).toMatchObject([{ before: '7', after: '8' }]);
});

test('the body is compared as a whole, its secrets are masked, and long values are cut', async () => {
  const { job, respond } = await aWatchingJob('body');
  await respond(`token ${secret} ${'x'.repeat(2_000)} a`);
  await respond(`token ${secret} ${'x'.repeat(2_000)} b`);
  const [change] = (await changesOf(job.id)) as { before: string; after: string }[];
  expect(change?.before).toBe(change?.after);
  expect(change?.after).toHaveLength(500);
  expect(change?.after).toContain('{{secret.SHOP}}');
  const value = await valueOf(job, 'body');
  expect(value?.text).toHaveLength(1_000);
  expect(value?.text).not.toContain(secret);
});

test('a long value is cut at a whole character', async () => {
  const { job, respond } = await aWatchingJob('body');
  await respond(`${'x'.repeat(999)}😀 and more`);
  expect((await valueOf(job, 'body'))?.text).toBe('x'.repeat(999));
});

test('a response without the part keeps the last value, and says why it was not compared', async () => {
  const watch = '$.version';
  const { job, respond } = await aWatchingJob(watch);
  await respond('{"version":1}');
  await respond('<html>');
  expect(await valueOf(job, watch)).toMatchObject({ text: '1', problem: 'not_json' });
  await respond('{}');
  expect(await valueOf(job, watch)).toMatchObject({ text: '1', problem: 'no_field' });
  await respond('{"version":1}');
  expect(await valueOf(job, watch)).toMatchObject({ text: '1', problem: null });
  expect(await rulesOf(job.id)).toEqual([]);
  await respond('{"version":2}');
  expect(await changesOf(job.id)).toMatchObject([{ before: '1', after: '2' }]);
});

test('failures are not compared, and a batch is compared in the order of its ends', async () => {
  const { job, next, resultOf } = await aWatchingJob('body');
  const calls = [await next(), await next(), await next(), await next()];
  const bodies = ['a', 'b', 'down', 'a'];
  const results = await Promise.all(
    calls.map((call, index) =>
      resultOf({ call, body: bodies[index] ?? '', statusCode: bodies[index] === 'down' ? 503 : 200 }),
    ),
  );
  await recordAttempts(results.toReversed());
  expect((await changesOf(job.id)).filter(Boolean)).toMatchObject([
    { before: 'a', after: 'b' },
    { before: 'b', after: 'a' },
  ]);
});

test('another watch begins with its first success', async () => {
  const { job, respond, next } = await aWatchingJob('$.a');
  await respond('{"a":1,"b":2}');
  const call = await next();
  const result = aResult({ call, body: '' });
  await recordAttempts([
    { ...result, watched: { watch: '$.b', value: { sha256: 'other', text: '2' }, problem: null } },
  ]);
  expect(await rulesOf(job.id)).toEqual([]);
  expect(await valueOf(job, '$.a')).toBeNull();
  expect(await valueOf(job, '$.b')).toMatchObject({ text: '2' });
});

test('a result that is recorded twice is compared once', async () => {
  const { job, respond, next, resultOf } = await aWatchingJob('body');
  await respond('a');
  const result = await resultOf({ call: await next(), body: 'b' });
  await recordAttempts([result]);
  await recordAttempts([result]);
  expect(await rulesOf(job.id)).toEqual(['answer_changed']);
});
