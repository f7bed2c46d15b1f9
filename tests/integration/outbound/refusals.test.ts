import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { checkJobInput } from '#server/jobs/saving/check-input.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { recordCap } from '#server/outbound/limits/record-cap.server.ts';
import { callOut } from '#worker/call-out.ts';

const owner = { id: 41, tier: 'free', request: { id: 'r-1', ip: '192.0.2.9', userAgent: 'curl/8' } } as const;
const eventsOf = (actorId: number) => db().securityEvent.findMany({ where: { actorId } });

test('S19 saving an internal address is refused, and logged with its reason as a security event', async () => {
  const input = { webhookUrl: 'http://169.254.169.254/latest', successRegex: null };
  await expect(checkJobInput({ input, owner, jobId: 7 })).rejects.toThrow(/^Target not allowed/);
  const [event, ...more] = await eventsOf(owner.id);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ code: 'target_blocked', type: 'SUSPICIOUS', subjectId: 7, requestId: 'r-1' });
  expect(event?.message).toContain('reason address_class, host 169.254.169.254');
});

test('S19 a job that targets us is logged as such', async () => {
  await recordRefusal({
    reason: 'own_host',
    url: 'https://punctual.example/api?key=secret',
    actorId: 42,
    subjectId: 8,
  });
  const [event] = await eventsOf(42);
  expect(event).toMatchObject({ code: 'self_call', subjectId: 8 });
  expect(event?.message).not.toContain('secret');
});

test('a mistyped URL is not logged as a security event', async () => {
  const input = { webhookUrl: 'https://example', successRegex: null };
  await expect(checkJobInput({ input, owner: { ...owner, id: 43 } })).rejects.toThrow('dot');
  expect(await eventsOf(43)).toEqual([]);
});

test('S19 a job that calls us is refused on saving, and a saved one at its call; both are logged', async () => {
  const url = `${env().APP_ORIGIN}/api/v1/jobs`;
  const asked = { ...owner, id: 44 };
  await expect(
    checkJobInput({ input: { webhookUrl: url, successRegex: null }, owner: asked }),
  ).rejects.toThrow(/^Target not allowed/);
  const now = Date.now();
  const call: ClaimedCall = {
    ...{ executionId: 1, attempt: 1, jobId: 9, ownerId: asked.id, jobVersion: 1, trigger: 'schedule' },
    ...{
      scheduledFor: now,
      dueAt: now,
      type: 'webhook',
      isSigned: false,
      tier: 'free',
      lastSuccessAt: null,
      webhookId: 'fire_9_1',
    },
    ...{ url, method: 'GET', headers: {}, payload: null, timeoutSeconds: 5, retryCount: 3, deadlineAt: null },
    ...{ successCriterion: 'status_code', successRegex: null, acceptedStatuses: null },
  };
  const result = await callOut({ call, signal: new AbortController().signal });
  expect(result).toMatchObject({ isSuccess: false, errorCode: 'target_not_allowed', retryAt: null });
  // Only the security log has the reason.
  expect(result.verdict).toBe('Failed: target not allowed.');
  await expect
    .poll(async () => (await eventsOf(asked.id)).map(({ code, subjectId }) => [code, subjectId]))
    .toEqual([
      ['self_call', null],
      ['self_call', 9],
    ]);
});

test('S19 an account that reaches the limit of calls to a domain is logged', async () => {
  const who = { jobId: 5, ownerId: 45, tier: 'free', target: 'api.example.com' } as const;
  await recordCap({ who, domain: 'example.com' });
  const [event] = await eventsOf(45);
  expect(event).toMatchObject({ code: 'target_cap', type: 'RATE_LIMIT', subjectId: 5 });
  expect(event?.message).toContain('domain example.com');
});
