import { newJob } from '#domain/job/field-table.ts';
import { columns, int } from '#server/database/columns.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { log } from '#server/log.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';

export interface NamedVersion {
  jobId: number;
  version: number;
}

// Decrypted versions stay in memory: a version never changes, and a minutely job needs its own each minute.
const cacheLimitBytes = 64 * 1024 * 1024;
const rowBytes = 500;
const cache = new Map<string, { snapshot: JobSnapshot; bytes: number }>();
let cachedBytes = 0;

const keyOf = ({ jobId, version }: NamedVersion) => `${jobId}:${version}`;

const wantedColumns = columns<NamedVersion>({
  jobId: int(({ jobId }) => jobId),
  version: int(({ version }) => version),
});

export const versionsStatement: Statement = {
  name: 'ledger-versions',
  text: `
    select v."jobId", v."version", v."snapshot", j."ownerId"
    from ${wantedColumns.unnest} as t(${wantedColumns.names})
    join "JobVersion" v on v."jobId" = t."jobId" and v."version" = t."version"
    join "Job" j on j."id" = v."jobId"`,
};

/**
 * The jobs at these versions, decrypted. A removed or undecryptable one (its key is missing) is omitted and logged: it
 * must not block the others.
 */
export async function decryptVersions(
  wanted: NamedVersion[],
): Promise<(named: NamedVersion) => JobSnapshot | undefined> {
  const opened = new Map<string, JobSnapshot>();
  const missing: NamedVersion[] = [];
  for (const named of wanted) {
    const known = recall(keyOf(named));
    if (known) opened.set(keyOf(named), known);
    else missing.push(named);
  }
  if (missing.length > 0) {
    for (const row of await readVersions(missing)) {
      const snapshot = open(row);
      if (!snapshot) continue;
      opened.set(keyOf(row), snapshot);
      remember({ key: keyOf(row), snapshot, bytes: row.snapshot.length * 2 + rowBytes });
    }
  }
  return (named) => opened.get(keyOf(named));
}

interface VersionRow extends NamedVersion {
  snapshot: string;
  ownerId: number;
}

async function readVersions(missing: NamedVersion[]): Promise<VersionRow[]> {
  const values = wantedColumns.values(missing);
  return query<VersionRow>({ client: getPool(), statement: versionsStatement, values });
}

function open({ jobId, version, ownerId, snapshot }: VersionRow): JobSnapshot | undefined {
  try {
    const text = unseal({ sealed: snapshot, userId: ownerId, field: 'jobVersion.snapshot' });
    // Versions saved before a field existed lack it.
    return { ...newJob, ...(JSON.parse(text) as JobSnapshot) };
  } catch (error) {
    log().error({ jobId, version, ...errorFields(error) }, 'A version of a job cannot be decrypted.');
    return undefined;
  }
}

function recall(key: string): JobSnapshot | undefined {
  const found = cache.get(key);
  if (!found) return undefined;
  // The map keeps its order of insertion: the most recently used one is dropped last.
  cache.delete(key);
  cache.set(key, found);
  return found.snapshot;
}

function remember({ key, snapshot, bytes }: { key: string; snapshot: JobSnapshot; bytes: number }) {
  if (cache.has(key)) return;
  cache.set(key, { snapshot, bytes });
  cachedBytes += bytes;
  for (const [oldest, { bytes: freed }] of cache) {
    if (cachedBytes <= cacheLimitBytes) break;
    cache.delete(oldest);
    cachedBytes -= freed;
  }
}
