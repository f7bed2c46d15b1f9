import { createPool } from '#server/database/db.server.ts';

/**
 * Writes that the request of a test run is on its way: who looks sees it wait for the answer.
 * @throws Error of the database: nothing depends on it
 */
export async function markTestRunSent({ id }: { id: string }): Promise<void> {
  await createPool().query(
    `update "TestRun" set "sentAt" = clock_timestamp() where "id" = $1::uuid and "endedAt" is null`,
    [id],
  );
}
