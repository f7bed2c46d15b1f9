import type { Tier } from '#domain/plan.ts';
import { hourMs } from '#domain/time/units.ts';
import type { Tx } from '#server/database/db.server.ts';
import { dailyRows } from './daily-rows.ts';
import { attemptRows, bodyRows, executionRow } from './history-rows.ts';
import { keptOf } from './kept.ts';
import type { Random } from './random.ts';
import type { PastExecution } from './simulate.ts';

const chunkRows = 2_000;

/** Writes the retained part of a job's history, and the daily counts of all of it. */
export async function writeHistory({
  tx,
  jobId,
  tier,
  past,
  now,
  random,
}: {
  tx: Tx;
  jobId: number;
  tier: Tier;
  past: PastExecution[];
  now: number;
  random: Random;
}): Promise<void> {
  await tx.dailyStat.createMany({ data: dailyRows({ jobId, past }) });
  const kept = keptOf({ past, tier, now });
  for (let from = 0; from < kept.length; from += chunkRows) {
    const chunk = kept.slice(from, from + chunkRows);
    const ids = await tx.$queryRaw<{ id: bigint }[]>`
      select nextval(pg_get_serial_sequence('"Execution"', 'id')) as id from generate_series(1, ${chunk.length})`;
    const rows = chunk.map((execution, index) => ({ id: Number(ids[index]?.id), past: execution }));
    const executions = JSON.stringify(rows.map((row) => executionRow({ ...row, jobId })));
    const attempts = JSON.stringify(rows.flatMap((row) => attemptRows({ ...row, random })));
    const bodies = JSON.stringify(rows.flatMap(bodyRows));
    await tx.$executeRaw`
      insert into "Execution" select * from jsonb_populate_recordset(null::"Execution", ${executions}::jsonb)`;
    await tx.$executeRaw`
      insert into "Attempt" select * from jsonb_populate_recordset(null::"Attempt", ${attempts}::jsonb)`;
    await tx.$executeRaw`
      insert into "AttemptBody" select * from jsonb_populate_recordset(null::"AttemptBody", ${bodies}::jsonb)`;
  }
  // Minute counts of the last hour, for the dashboard.
  await tx.$executeRaw`
    insert into "OwnerMinute" as m ("ownerId", "minute", "shard", "success", "failed")
    select j."ownerId", date_trunc('minute', e."dueAt"), 0, count(*) filter (where e."outcome" = 'success'),
      count(*) filter (where e."outcome" <> 'success')
    from "Execution" e join "Job" j on j."id" = e."jobId"
    where e."jobId" = ${jobId} and e."dueAt" > ${new Date(now - hourMs)}
      and e."outcome" is not null and e."outcome" not in ('skipped', 'missed')
    group by 1, 2
    on conflict ("ownerId", "minute", "shard") do update set
      "success" = m."success" + excluded."success", "failed" = m."failed" + excluded."failed"`;
}
