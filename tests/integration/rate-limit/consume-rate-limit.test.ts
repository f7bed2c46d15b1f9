import { expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { assertRateLimit, consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { aUser } from '#tests/integration/makers.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

const refusalOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error);

test('S11: of many concurrent calls exactly as many pass as the limit allows', async () => {
  const { points } = limits.write;
  const calls = Array.from({ length: points + 25 }, () => consumeRateLimit({ limit: 'write', key: 'crowd' }));
  const ended = await Promise.allSettled(calls);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(points);
});

test('two processes share a limit', async () => {
  await Promise.all(Array.from({ length: 4 }, () => consumeRateLimit({ limit: 'export', key: 7 })));
  vi.resetModules();
  const other = await import('#server/rate-limit/consume-rate-limit.server.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  try {
    expect(await other.consumeRateLimit({ limit: 'export', key: 7 })).toMatchObject({
      limit: 5,
      remaining: 0,
    });
    expect(await refusalOf(other.consumeRateLimit({ limit: 'export', key: 7 }))).toMatchObject({
      type: 'rate_limit',
    });
    expect(await refusalOf(consumeRateLimit({ limit: 'export', key: 7 }))).toMatchObject({
      type: 'rate_limit',
    });
    expect(await consumeRateLimit({ limit: 'export', key: 8 })).toMatchObject({ remaining: 4 });
  } finally {
    await closeDatabase();
  }
});

test('a refusal says how many are allowed and when to retry, and the security event names the caller', async () => {
  const { id: actorId } = await aUser();
  const request = { id: 'r', ip: '203.0.113.5', userAgent: 'crowd' };
  const take = () =>
    consumeRateLimit({ limit: 'test_run', key: actorId, actorId, path: '/api/v1/x', request });
  for (let time = 0; time < limits.test_run.points; time += 1) await take();
  const refusal = await refusalOf(take());
  expect(refusal).toBeInstanceOf(AppError);
  const { details, message } = refusal as AppError;
  expect(details).toMatchObject({ limit: 10, window_seconds: 60 });
  expect(details?.['retry_after']).toBeGreaterThan(0);
  expect(details?.['retry_after']).toBeLessThanOrEqual(60);
  expect(message).toMatch(
    /^Too many requests: 10 test runs a minute are allowed\. Try again in \d+ seconds?\.$/,
  );
  expect(await db().securityEvent.findFirst({ where: { actorId } })).toMatchObject({
    code: 'limit_exceeded',
    type: 'RATE_LIMIT',
    path: '/api/v1/x',
    ip: '203.0.113.5',
    message: expect.stringContaining('test_run') as string,
  });
});

test('an exhausted limit is refused without consuming another point', async () => {
  await assertRateLimit({ limit: 'key_regenerate', key: 1 });
  for (let time = 0; time < 5; time += 1) await consumeRateLimit({ limit: 'key_regenerate', key: 1 });
  expect(await refusalOf(assertRateLimit({ limit: 'key_regenerate', key: 1 }))).toMatchObject({
    type: 'rate_limit',
  });
  await assertRateLimit({ limit: 'key_regenerate', key: 2 });
});

test('points consumed by another process are known a second after the last read', async () => {
  const asked = { limit: 'key_regenerate', key: 3 } as const;
  await assertRateLimit(asked);
  vi.resetModules();
  const other = await import('#server/rate-limit/consume-rate-limit.server.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  try {
    for (let time = 0; time < 5; time += 1) await other.consumeRateLimit(asked);
  } finally {
    await closeDatabase();
  }
  await expect
    .poll(() => refusalOf(assertRateLimit(asked)), { timeout: 3_000 })
    .toMatchObject({ type: 'rate_limit' });
});

test('an expired window is removed', async () => {
  await consumeRateLimit({ limit: 'read', key: 'kept' });
  await db().rateLimit.create({ data: { key: 'read:over', points: 3, expire: Date.now() - 1 } });
  await removeExpired({ isStopping: () => false });
  const keys = (await db().rateLimit.findMany()).map(({ key }) => key);
  expect(keys).toContain('read:kept');
  expect(keys).not.toContain('read:over');
});
