import { getPool } from '#server/database/db.server.ts';
import type { AttemptResult } from '#server/executions/ledger/types.ts';
import { forgetTestRun } from './claim-test-run.server.ts';
import { sealPart } from './sealed-parts.server.ts';

/**
 * Records the result of a test run. An ended one is unchanged.
 * @throws Error of the database: write it again, the call is not repeated
 */
export async function endTestRun({ id, made }: { id: string; made: AttemptResult }): Promise<void> {
  const { call, isSuccess, errorCode, verdict, variables } = made;
  const { detail: _, ...exchange } = made.result;
  const part = { ...exchange, isSuccess, errorCode, verdict, variables };
  await getPool().query(
    `update "TestRun" set "endedAt" = clock_timestamp(), "result" = $2 where "id" = $1::uuid and "endedAt" is null`,
    [id, sealPart({ name: 'result', part, ownerId: call.ownerId })],
  );
  forgetTestRun(id);
}
