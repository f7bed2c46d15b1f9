import { isSecretHeader, mask } from '#domain/secret-headers.ts';
import type { JobInput } from '#domain/job.ts';
import { db } from '#server/db.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';
import { takePoints } from '#server/rate-limit/take-points.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import type { TransferFormat } from './types.ts';
import { jobWriters } from './write-jobs.server.ts';

const batchSize = 100;

/**
 * All jobs of an owner as a document that import reads back to the same, piece by piece: a payload can have 256 KiB.
 * Named secrets stay names (D41); values of headers that look like secrets are masked unless they are asked for.
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
  await takePoints({ limit: 'export', key: actorId, ...asker });
  await recordEvent({ tx: db(), code: 'export', details: { format, secrets: hasSecrets }, ...asker });
  return writeJobs({
    format,
    rows: ids ? namedRows({ ownerId: owner.id, ids }) : allRows(owner.id),
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
    const job = jobInputOf(openJob(row));
    yield writer.job({ job: hasSecrets ? job : masked(job), isFirst });
    isFirst = false;
  }
  if (isFirst && format === 'yaml') yield 'jobs: []\n';
  yield writer.foot;
}

async function* allRows(ownerId: number): AsyncGenerator<JobRow> {
  for (let after = 0; ;) {
    const where = { ownerId, deletedAt: null, id: { gt: after } };
    const rows = await db().job.findMany({ where, orderBy: { id: 'asc' }, take: batchSize });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = last.id;
  }
}

/** A query takes 32,767 parameters at most; an unlimited account can have more jobs than that. */
async function* namedRows({ ownerId, ids }: { ownerId: number; ids: number[] }): AsyncGenerator<JobRow> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  for (let at = 0; at < sorted.length; at += batchSize) {
    const where = { ownerId, deletedAt: null, id: { in: sorted.slice(at, at + batchSize) } };
    yield* await db().job.findMany({ where, orderBy: { id: 'asc' } });
  }
}

/** A named secret, with a scheme before it: the value is filled in at the call. */
const namedOnly = /^(?:(?:bearer|basic|token)\s+)?\{\{secret\.\w+\}\}$/i;

function masked(job: JobInput): JobInput {
  if (job.headers === null) return job;
  const headers = Object.entries(job.headers).map(([name, value]) => {
    return [name, isSecretHeader(name) && !namedOnly.test(value) ? mask : value];
  });
  return { ...job, headers: Object.fromEntries(headers) as Record<string, string> };
}
