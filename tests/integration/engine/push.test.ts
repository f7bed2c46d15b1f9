import { expect, test } from 'vitest';
import { freePort } from '#dev/ports.ts';
import { db } from '#server/database/db.server.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { aJob, aUser } from '../makers.ts';

process.env.TEMPORAL_ADDRESS = `127.0.0.1:${await freePort()}`;

test('while Temporal accepts no connection a save is delayed by half a second at most, and left to the relay', async () => {
  const owner = await aUser();
  const job = await createJob({ owner, input: aJob() });
  const tookMs: number[] = [];
  // The best of three: a busy machine is slow only sometimes, a client with retries every time.
  for (let time = 0; time < 3; time += 1) {
    const startedAt = performance.now();
    await pushJob({ jobId: job.id });
    tookMs.push(performance.now() - startedAt);
  }
  expect(Math.min(...tookMs)).toBeLessThan(700);
  expect(await db().job.findUniqueOrThrow({ where: { id: job.id } })).toMatchObject({ appliedVersion: 0 });
  await closeTemporalClient();
});
