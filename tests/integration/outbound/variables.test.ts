import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';
import { callOut } from '#worker/call-out.ts';
import { aLedgerJob, aWorker, callIn, claimOne, noon } from '../ledger/kit.ts';
import { aUser } from '../makers.ts';
import { startRecordingTarget } from './recording-target.ts';

const target = await startRecordingTarget();
afterAll(() => target.stop());

async function anOwner() {
  const { id, tier } = await aUser();
  return { id, tier };
}

function aCall(given: Partial<ClaimedCall> & { ownerId: number; url: string }): ClaimedCall {
  const now = Date.now();
  return {
    ...{
      executionId: 5,
      attempt: 1,
      jobId: 7,
      jobVersion: 1,
      trigger: 'schedule',
      scheduledFor: now,
      dueAt: now,
    },
    ...{
      type: 'webhook',
      isSigned: false,
      tier: 'free',
      lastSuccessAt: null,
      webhookId: `fire_7_${Math.floor(now / 1_000)}`,
    },
    ...{ method: 'POST', headers: {}, payload: null, timeoutSeconds: 5, retryCount: 3 },
    ...{ successCriterion: 'status_code', successRegex: null, acceptedStatuses: null, deadlineAt: null },
    ...given,
  };
}

const { signal } = new AbortController();
const run = (call: ClaimedCall) => callOut({ call, signal });

test('named secrets reach the target, each as one value, and no result contains them', async () => {
  const owner = await anOwner();
  await setSecret({ owner, name: 'KEY', value: 'a&b="c"\\d' });
  const result = await run(
    aCall({
      ownerId: owner.id,
      url: target.url('/ok/secrets?k={{secret.KEY}}&n={{attempt}}'),
      headers: { authorization: 'Bearer {{secret.KEY}}' },
      payload: '{"key": "{{secret.KEY}}", "run": {{execution_id}}}',
    }),
  );
  const [arrival] = target.at('/ok/secrets?k=a%26b%3D%22c%22%5Cd&n=1');
  expect(arrival?.headers).toMatchObject({
    authorization: 'Bearer a&b="c"\\d',
    'content-type': 'application/json',
  });
  expect(JSON.parse(arrival?.body ?? '')).toEqual({ key: 'a&b="c"\\d', run: 5 });
  expect(result).toMatchObject({ isSuccess: true, variables: { attempt: '1', execution_id: '5' } });
  expect(JSON.stringify(result.variables)).not.toContain('a&b');
});

test("a redirect that repeats the URL's secrets leaves them neither in the verdict nor in the record", async () => {
  const owner = await anOwner();
  await setSecret({ owner, name: 'KEY', value: 'k/1 of 2' });
  const path = '/moved/{{secret.KEY}}?k={{secret.KEY}}&n=1';
  const result = await run(aCall({ ownerId: owner.id, url: target.url(path) }));
  const origin = new URL(target.url('/')).host;
  expect(result.result.response).toMatchObject({
    statusCode: 301,
    headers: { location: `https://${origin}${path}` },
  });
  expect(result.verdict).toBe(
    `Failed: the response was 301 and points to https://${origin}, which is not followed; this job expects 2xx.`,
  );
  expect(JSON.stringify(result)).not.toMatch(/k(\/|%2F)1/);
});

test('a missing secret ends the attempt without a call, and the verdict names it', async () => {
  const owner = await anOwner();
  const result = await run(
    aCall({ ownerId: owner.id, url: target.url('/ok/missing'), headers: { 'x-key': '{{secret.ABSENT}}' } }),
  );
  expect(result).toMatchObject({ isSuccess: false, errorCode: 'target_not_allowed', retryAt: null });
  expect(result.verdict).toBe('Failed: the secret ABSENT does not exist; nothing was sent.');
  expect(target.at('/ok/missing')).toEqual([]);
});

test.each(['a\r\nx-forged: 1', 'a\nb', 'a\0b', 'ключ'])(
  'S5: the secret %j adds no header and is not sent in one',
  async (value) => {
    const owner = await anOwner();
    await setSecret({ owner, name: 'KEY', value });
    const path = `/ok/forged-${owner.id}`;
    const call = aCall({ ownerId: owner.id, url: target.url(path), headers: { 'x-key': '{{secret.KEY}}' } });
    const result = await run(call);
    expect(result).toMatchObject({ isSuccess: false, errorCode: 'target_not_allowed' });
    expect(result.verdict).toContain('x-key');
    expect(target.at(path)).toEqual([]);
  },
);

test('S5: a secret in the path or the query leads to no other host and contains no second request', async () => {
  const owner = await anOwner();
  await setSecret({
    owner,
    name: 'KEY',
    value: '@evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\nGET /',
  });
  await run(aCall({ ownerId: owner.id, url: target.url('/ok/{{secret.KEY}}?q={{secret.KEY}}') }));
  const encoded = '%40evil.example%2F%20HTTP%2F1.1%0D%0Ahost%3A%20evil.example%0D%0A%0D%0AGET%20%2F';
  expect(target.at(`/ok/${encoded}?q=${encoded}`)).toHaveLength(1);
});

test('the library of the standard verifies a signed call with the new secret and with the previous one', async () => {
  const owner = await anOwner();
  const before = await makeSigningSecret({ owner });
  const secret = await rotateSigningSecret({ owner });
  const payload = '{"run": {{execution_id}}, "ü": "💥"}';
  const path = `/ok/signed-${owner.id}`;
  await run(aCall({ ownerId: owner.id, url: target.url(path), isSigned: true, payload }));
  const [arrival] = target.at(path);
  const headers = arrival?.headers as Record<string, string>;
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const known of [secret, before])
    expect(new Webhook(known).verify(arrival?.body ?? '', headers)).toEqual({ run: 5, ü: '💥' });
});

test('a call without a payload is signed with an empty one', async () => {
  const owner = await anOwner();
  const secret = await makeSigningSecret({ owner });
  const path = `/ok/signed-${owner.id}`;
  await run(aCall({ ownerId: owner.id, url: target.url(path), method: 'GET', isSigned: true }));
  const headers = target.at(path)[0]?.headers as Record<string, string>;
  expect(() => new Webhook(secret).verify('', headers)).not.toThrow();
});

test('a job without the option is not signed, nor one whose owner has no secret', async () => {
  const [owner, other] = [await anOwner(), await anOwner()];
  await makeSigningSecret({ owner });
  await run(aCall({ ownerId: owner.id, url: target.url('/ok/unsigned'), isSigned: false }));
  await run(aCall({ ownerId: other.id, url: target.url('/ok/unsigned'), isSigned: true }));
  const arrivals = target.at('/ok/unsigned');
  expect(arrivals).toHaveLength(2);
  for (const { headers } of arrivals) expect(headers).not.toHaveProperty('webhook-signature');
});

test('an execution shows the request as its target got it, with secrets and signature masked', async () => {
  const user = await aUser();
  const owner = { id: user.id, tier: user.tier };
  await setSecret({ owner, name: 'KEY', value: 'k-123456' });
  await makeSigningSecret({ owner });
  const path = `/ok/shown-${owner.id}`;
  const job = await aLedgerJob({
    ...{
      owner: user,
      webhookUrl: target.url(`${path}?at={{scheduled_for}}`),
      httpMethod: 'POST',
      isSigned: true,
    },
    headers: { authorization: 'Bearer {{secret.KEY}}', 'x-now': '{{now}}' },
    payload: '{"key": {{secret.KEY}}, "run": {{execution_id}}, "ok": {{last_success_at}}}',
  });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  vi.useFakeTimers({ toFake: ['Date'], now: noon + 7 });
  await createRecorder().record(await run(call));
  vi.useRealTimers();

  const { attempts, variables } = await getExecution({
    ownerId: owner.id,
    jobId: job.id,
    id: call.executionId,
  });
  const request = attempts[0]?.request;
  const at = encodeURIComponent(new Date(noon).toISOString());
  const [arrival] = target.at(`${path}?at=${at}`);
  expect(request?.url).toBe(target.url(`${path}?at=${at}`));
  expect(request?.payload).toBe(arrival?.body.replace('k-123456', '********'));
  const { host: _host, connection: _connection, 'content-length': _length, ...sent } = arrival?.headers ?? {};
  expect(request?.headers).toEqual({
    ...sent,
    authorization: 'Bearer ********',
    'webhook-signature': 'v1,********',
  });
  expect(variables).toMatchObject({ execution_id: String(call.executionId), last_success_at: '' });
  const row = await db().execution.findUniqueOrThrow({ where: { id: call.executionId } });
  expect(row.variables).toMatch(/^v1\./);
});
