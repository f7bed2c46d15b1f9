import { getPool } from '#server/database/db.server.ts';

/** The newest versions of jobs; `deleted` for deleted and removed ones. */
export async function jobVersions(
  jobIds: number[],
): Promise<{ jobId: number; version: number | 'deleted' }[]> {
  const { rows } = await getPool().query<{ id: number; desiredVersion: number }>(
    `select "id", "desiredVersion" from "Job" where "id" = any($1) and "deletedAt" is null`,
    [jobIds],
  );
  const known = new Map(rows.map(({ id, desiredVersion }) => [id, desiredVersion]));
  return jobIds.map((jobId) => ({ jobId, version: known.get(jobId) ?? 'deleted' }));
}
