import { maskAuth } from '#domain/job/request-auth.ts';
import { db } from '#server/database/db.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { maskJob } from './mask-job.server.ts';
import type { TransferFormat } from './types.ts';
import { walkAllRows, walkNamedRows } from './walk-rows.server.ts';
import { jobWriters } from './write-jobs.server.ts';

/**
 * All jobs of an owner as a document that import reads back unchanged, piece by piece: a payload can have 256 KiB.
 * Named secrets stay names (D41); values of headers that look like secrets are masked unless they are requested.
 * @param ids only these; null: all
 * @throws AppError rate_limit: 5 exports an hour (security.md section 6), before the first piece
 */
export async function exportJobs({
  owner,
  format,
  ids = null,
  hasSecrets,
}: {
  owner: Owner;
  format: TransferFormat;
  ids?: number[] | null;
  hasSecrets: boolean;
}): Promise<AsyncGenerator<string>> {
  const { id: actorId, request } = owner;
  const asker = { actorId, ...(request && { request }) };
  await consumeRateLimit({ limit: 'export', key: actorId, ...asker });
  await recordEvent({ tx: db(), code: 'export', details: { format, secrets: hasSecrets }, ...asker });
  return writeJobs({
    format,
    rows: ids ? walkNamedRows({ ownerId: owner.id, ids }) : walkAllRows(owner.id),
    hasSecrets,
  });
}

async function* writeJobs({
  format,
  rows,
  hasSecrets,
}: {
  format: TransferFormat;
  rows: AsyncGenerator<JobRow>;
  hasSecrets: boolean;
}): AsyncGenerator<string> {
  const writer = jobWriters[format];
  yield writer.head;
  let isFirst = true;
  for await (const row of rows) {
    const job = jobInputOf(decryptJob(row));
    // Credentials are written only: no export has them.
    const shown = hasSecrets ? { ...job, auth: maskAuth(job.auth) } : maskJob(job);
    yield writer.job({ job: shown, isFirst });
    isFirst = false;
  }
  if (isFirst && format === 'yaml') yield 'jobs: []\n';
  yield writer.foot;
}
