import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import type { Running } from '#dev/parts/part.ts';
import { prepareTemporalOnPostgres } from '#dev/temporal/on-postgres/server.ts';
import { assertOwnServer, engineServer } from './server-address.ts';

// A Temporal server with PostgreSQL beneath, as clusters have it. Import engine-on-postgres.ts.

/** A skipped test counts as nothing: in a complete run, it fails instead. */
const isDemanded = process.env.TEST_TEMPORAL_ON_POSTGRES === '1';

const folder = await mkdtemp(join(tmpdir(), 'punctual-on-postgres-'));
let running: Running | undefined;
const temporal = await prepareTemporalOnPostgres({ postgresUrl: inject('postgresUrl'), folder }).catch(
  async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    if (isDemanded)
      throw new Error(`TEST_TEMPORAL_ON_POSTGRES=1 demands Temporal on PostgreSQL. ${why}`, { cause: error });
    console.warn(`Temporal on PostgreSQL is not tested: ${why}`);
    return undefined;
  },
);
running = await temporal?.start();
engineServer.address = temporal?.address ?? '';

afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** kill -9 of all its services, and a start on the same data. */
export async function killTemporal({ whileAway }: { whileAway: () => Promise<void> }): Promise<void> {
  assertOwnServer();
  if (running) process.kill(running.pid, 'SIGKILL');
  await running?.ended;
  await whileAway();
  running = await temporal?.start();
}
