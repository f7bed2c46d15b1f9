import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#server/database/db.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';

Object.assign(process.env, { DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'silent' });

afterAll(() => closeDatabase());

test('while the database is down, a process counts on its own and still refuses', async () => {
  for (let left = 4; left >= 0; left -= 1) {
    expect(await consumeRateLimit({ limit: 'export', key: 1 })).toMatchObject({ limit: 5, remaining: left });
  }
  await expect(consumeRateLimit({ limit: 'export', key: 1 })).rejects.toMatchObject({ type: 'rate_limit' });
  expect(await consumeRateLimit({ limit: 'export', key: 2 })).toMatchObject({ remaining: 4 });
});
