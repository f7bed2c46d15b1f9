import { getPool } from '#server/database/db.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { fillTables } from '../fill-tables.ts';
import { aJob, aUser } from '../makers.ts';

/** Many minutely jobs of one owner, whose ledger is complete up to `accountedUntil`, with a history before it. */
export async function aCrowd({
  jobs,
  historyEach,
  accountedUntil,
}: {
  jobs: number;
  historyEach: number;
  accountedUntil: number;
}): Promise<number[]> {
  const owner = await aUser({ tier: 'ultimate' });
  const input = aJob({ cronExpression: '* * * * *', headers: { 'x-one': '1' }, payload: '{"a":1}' });
  const sealed = (field: string, text: string) => seal({ text, userId: owner.id, field });
  const snapshot: JobSnapshot = { ...input, pausedUntil: null, pauseReason: null };
  const { rows } = await getPool().query<{ id: number }>(
    `with made as (
       insert into "Job" ("ownerId", "name", "cronExpression", "webhookUrl", "targetHost", "updatedAt")
       select $1::int, 'Job ' || n, '* * * * *', $2, 'shop.example.com', now() from generate_series(1, $3::int) n
       returning "id"
     ), versions as (
       insert into "JobVersion" ("jobId", "version", "changedAt", "summary", "status", "cronExpression", "timeZone", "snapshot")
       select "id", 1, $4::timestamptz - interval '30 days', 'created', 'active', '* * * * *', 'UTC', $5 from made
     ), states as (
       insert into "JobState" ("jobId", "ownerId", "accountedUntil", "nextRunAt")
       select "id", $1::int, $4::timestamptz, $4::timestamptz + interval '1 minute' from made
     )
     select "id" from made`,
    [
      owner.id,
      sealed('job.webhookUrl', input.webhookUrl),
      jobs,
      new Date(accountedUntil),
      sealed('jobVersion.snapshot', JSON.stringify(snapshot)),
    ],
  );
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  await fillTables({
    text: `
    with made as (insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "claimedAt",
      "startedAt", "endedAt", "latenessMs", "durationMs", "attemptCount", "statusCode")
    select j, 'schedule', at, at, 1, 'success', at, at, at, 5, 40, 1, 200
    from unnest($1::int[]) j, generate_series(1, $2::int) n,
      lateral (select $3::timestamptz - n * interval '1 minute' as at) t
    returning "id", "startedAt")
    insert into "Attempt" ("executionId", "number", "startedAt", "endedAt", "durationMs", "statusCode")
    select "id", 1, "startedAt", "startedAt" + interval '40 ms', 40, 200 from made`,
    values: [ids, historyEach, new Date(accountedUntil)],
  });
  return ids;
}
