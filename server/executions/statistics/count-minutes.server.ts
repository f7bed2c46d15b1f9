import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';

const minuteMs = 60_000;
/** Older ones are shown nowhere. */
const shownMs = 3_600_000;

// A row for each connection, or nearly: two batches that count for the same owners do not wait for each other.
const minutesStatement: Statement = {
  name: 'ledger-count-minutes',
  text: `
    insert into "OwnerMinute" as m ("ownerId", "minute", "shard", "success", "failed")
    select j."ownerId", to_timestamp(t."minute" / 1000.0), pg_backend_pid() & 7, sum(t."success"), sum(t."failed")
    from unnest($1::int[], $2::int8[], $3::int[], $4::int[]) as t("jobId", "minute", "success", "failed")
    join "Job" j on j."id" = t."jobId"
    group by 1, 2 order by 1, 2
    on conflict ("ownerId", "minute", "shard") do update set
      "success" = m."success" + excluded."success", "failed" = m."failed" + excluded."failed"`,
};

/** Counts runs of the last hour for the dashboards of their owners, by the minute they were due. */
export async function countMinutes({
  client,
  runs,
}: {
  client: Client;
  runs: CompletedExecution[];
}): Promise<void> {
  const recent = runs.filter(({ at, endedAt }) => at > endedAt - shownMs);
  if (recent.length === 0) return;
  const values = [
    recent.map(({ jobId }) => jobId),
    recent.map(({ at }) => Math.floor(at / minuteMs) * minuteMs),
    recent.map(({ outcome }) => (outcome === 'success' ? 1 : 0)),
    recent.map(({ outcome }) => (outcome === 'success' ? 0 : 1)),
  ];
  await query({ client, statement: minutesStatement, values });
}
