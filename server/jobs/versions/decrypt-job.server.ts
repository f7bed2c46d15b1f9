import { encodedColumns, fieldTable, type EncodedColumn } from '#domain/job/field-table.ts';
import type { DecryptedColumns, JobRow } from '#server/jobs/types.ts';
import { unseal } from '#server/sealing/seal.server.ts';

/**
 * A job row with decrypted columns: the only place that decrypts them.
 * @throws Error: a column was not sealed for this owner, or its key is missing
 */
export function decryptJob<Row extends Pick<JobRow, EncodedColumn | 'ownerId'>>(
  row: Row,
): Omit<Row, EncodedColumn> & DecryptedColumns {
  const decrypted: Partial<Record<EncodedColumn, unknown>> = {};
  for (const column of encodedColumns) decrypted[column] = decodedValue({ row, column });
  return { ...row, ...(decrypted as unknown as DecryptedColumns) };
}

function decodedValue({
  row,
  column,
}: {
  row: Pick<JobRow, EncodedColumn | 'ownerId'>;
  column: EncodedColumn;
}): unknown {
  const stored = row[column];
  if (stored === null) return null;
  const { isSealed, isJson } = fieldTable[column];
  const text = isSealed ? unseal({ sealed: stored, userId: row.ownerId, field: `job.${column}` }) : stored;
  return isJson ? JSON.parse(text) : text;
}
