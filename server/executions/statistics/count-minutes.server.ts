import { hourMs, minuteMs } from '#domain/time/units.ts';
import { columns, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';

/** Older ones are shown nowhere. */
const shownMs = hourMs;

const minutes = columns<CompletedExecution>({
  jobId: int(({ jobId }) => jobId),
  minute: int8(({ at }) => Math.floor(at / minuteMs) * minuteMs),
  success: int(({ outcome }) => (outcome === 'success' ? 1 : 0)),
  failed: int(({ outcome }) => (outcome === 'success' ? 0 : 1)),
});

// A row for each connection, or nearly: two batches that count for the same owners do not wait for each other.
const minutesStatement: Statement = {
  name: 'ledger-count-minutes',
  text: `
    insert into "OwnerMinute" as m ("ownerId", "minute", "shard", "success", "failed")
    select j."ownerId", to_timestamp(t."minute" / 1000.0), pg_backend_pid() & 7, sum(t."success"), sum(t."failed")
    from ${minutes.unnest} as t(${minutes.names})
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
  await query({ client, statement: minutesStatement, values: minutes.values(recent) });
}
