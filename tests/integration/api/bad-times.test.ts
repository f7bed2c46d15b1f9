import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// Responses of 500 and 502; database-down.test.ts covers those of 503.

// Nothing listens on port 1.
process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

test('a defect is an internal_error that reveals nothing, and is logged as a security event', async () => {
  const client = await aClient({ web });
  const job = await aSavedJob({ owner: client.user });
  await db().job.update({ where: { id: job.id }, data: { webhookUrl: 'v1.lost.A.B.C' } });
  for (const call of [`GET /jobs/${job.id}`, 'GET /jobs', `PATCH /jobs/${job.id}`]) {
    const { status, text, body, headers } = await client.ask(
      call,
      call.startsWith('PATCH') ? { body: {} } : {},
    );
    expect([status, body.error], call).toEqual([
      500,
      {
        type: 'internal_error',
        message: 'A server error occurred. Please try again later.',
        details: {},
      },
    ]);
    expect(text, call).not.toMatch(/seal|webhook|lost/i);
    const requestId = headers.get('x-request-id') ?? '';
    await expect.poll(() => db().securityEvent.count({ where: { code: 'unhandled', requestId } })).toBe(1);
  }
});

test('while the engine is down, Retry Now is refused and changes nothing, and Stop is recorded', async () => {
  const client = await aClient({ web });
  const job = await aSavedJob({ owner: client.user });
  const at = new Date(Date.now() - 60_000);
  const { id } = await db().execution.create({
    data: {
      jobId: job.id,
      trigger: 'schedule',
      scheduledFor: at,
      dueAt: at,
      jobVersion: 1,
      claimedAt: at,
      startedAt: at,
      attemptCount: 1,
      workflowId: 'nowhere',
      retryAt: new Date(Date.now() + 3_600_000),
    },
  });
  const asks = (act: string) => client.ask(`POST /jobs/${job.id}/executions/${id}/${act}`);
  const row = () => db().execution.findUniqueOrThrow({ where: { id } });

  const refused = await asks('retry');
  expect([refused.status, refused.body.error]).toEqual([
    502,
    {
      type: 'external_service_error',
      message: 'The engine is not responding. Try again.',
      details: {},
    },
  ]);
  expect(await row()).toMatchObject({ outcome: null });

  expect((await asks('stop')).status).toBe(202);
  expect(await row()).toMatchObject({ outcome: 'failed', retryAt: null });
});

test('a transaction that times out is a database_error, a misused one a defect', async () => {
  const late = db().$transaction(
    async (tx) => {
      await tx.$queryRaw`select 1 from pg_sleep(0.3)`;
      await tx.user.count();
    },
    { timeout: 100 },
  );
  expect(expectedError(await late.catch((error: unknown) => error))?.type).toBe('database_error');
  const kept = await db().$transaction((tx) => Promise.resolve([tx]));
  const misused = kept[0]?.user.count();
  expect(expectedError(await misused?.catch((error: unknown) => error))).toBeNull();
});
