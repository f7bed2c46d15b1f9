import type { JobRow, DecryptedColumns, SealedColumn } from '#server/jobs/types.ts';
import { unseal } from '#server/sealing/seal.server.ts';

/**
 * A job row with decrypted columns: the only place that decrypts them.
 * @throws Error: a column was not sealed for this owner, or its key is missing
 */
export function decryptJob<Row extends Pick<JobRow, SealedColumn | 'ownerId'>>(
  row: Row,
): Omit<Row, SealedColumn> & DecryptedColumns {
  const open = (column: SealedColumn) => {
    const sealed = row[column];
    return sealed === null ? null : unseal({ sealed, userId: row.ownerId, field: `job.${column}` });
  };
  const headers = open('headers');
  const auth = open('auth');
  return {
    ...row,
    webhookUrl: unseal({ sealed: row.webhookUrl, userId: row.ownerId, field: 'job.webhookUrl' }),
    headers: headers === null ? null : (JSON.parse(headers) as Record<string, string>),
    auth: auth === null ? null : (JSON.parse(auth) as DecryptedColumns['auth']),
    payload: open('payload'),
    notificationConfig: open('notificationConfig'),
  };
}
