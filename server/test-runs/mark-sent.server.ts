import { getPool } from '#server/database/db.server.ts';

/**
 * Records that the request of a test run has left: its page shows the wait for the response.
 * @throws Error of the database: nothing depends on it
 */
export async function markTestRunSent({ id }: { id: string }): Promise<void> {
  await getPool().query(
    `update "TestRun" set "sentAt" = clock_timestamp() where "id" = $1::uuid and "endedAt" is null`,
    [id],
  );
}
