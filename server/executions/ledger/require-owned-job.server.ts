import { AppError } from '#domain/errors.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const ownedStatement: Statement = {
  name: 'ledger-owned-job',
  text: `select from "Job" where "id" = $1 and "ownerId" = $2 and "deletedAt" is null`,
};

/** @throws AppError not_found: absent, deleted or another's, with the same text (D20) */
export async function requireOwnedJob({ ownerId, jobId }: { ownerId: number; jobId: number }): Promise<void> {
  const found = await query({ client: getPool(), statement: ownedStatement, values: [jobId, ownerId] });
  if (found.length === 0) throw new AppError('not_found');
}
