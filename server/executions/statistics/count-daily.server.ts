import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';

const dayMs = 86_400_000;

/** Names of the outcome columns of DailyStat, in the order of the statement's parameters. */
const outcomes = ['success', 'failed', 'superseded', 'skipped', 'missed', 'unknown'] as const;

export const dailyStatement: Statement = {
  name: 'ledger-count-daily',
  text: `
    insert into "DailyStat" as d ("jobId", "day", "success", "failed", "superseded", "skipped", "missed",
      "unknown", "skippedByOwner", "durationSumMs", "latenessSumMs", "latenessMaxMs")
    select t."jobId", t."day", t."success", t."failed", t."superseded", t."skipped", t."missed", t."unknown",
      t."skippedByOwner", t."durationSumMs", t."latenessSumMs", t."latenessMaxMs"
    from unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
      $9::int[], $10::int8[], $11::int8[], $12::int[])
      as t("jobId", "day", "success", "failed", "superseded", "skipped", "missed", "unknown", "skippedByOwner",
        "durationSumMs", "latenessSumMs", "latenessMaxMs")
    order by t."jobId", t."day"
    on conflict ("jobId", "day") do update set
      "success" = d."success" + excluded."success",
      "failed" = d."failed" + excluded."failed",
      "superseded" = d."superseded" + excluded."superseded",
      "skipped" = d."skipped" + excluded."skipped",
      "missed" = d."missed" + excluded."missed",
      "unknown" = d."unknown" + excluded."unknown",
      "skippedByOwner" = d."skippedByOwner" + excluded."skippedByOwner",
      "durationSumMs" = d."durationSumMs" + excluded."durationSumMs",
      "latenessSumMs" = d."latenessSumMs" + excluded."latenessSumMs",
      "latenessMaxMs" = greatest(d."latenessMaxMs", excluded."latenessMaxMs")`,
};

/** Counts ends into the statistics of their jobs: each once, to the UTC day it was due. */
export async function countDaily({
  client,
  completed,
}: {
  client: Client;
  completed: CompletedExecution[];
}): Promise<void> {
  await query({ client, statement: dailyStatement, values: dailyValues(completed) });
}

const isSkippedByOwner = ({ outcome, reason }: CompletedExecution) =>
  outcome === 'skipped' && reason === 'owner';

function dailyValues(completed: CompletedExecution[]): unknown[] {
  const days = new Map<string, CompletedExecution[]>();
  for (const end of completed) {
    const key = `${end.jobId}|${Math.floor(end.at / dayMs)}`;
    const same = days.get(key);
    if (same) same.push(end);
    else days.set(key, [end]);
  }
  const groups = [...days.values()];
  const column = (read: (group: CompletedExecution[]) => number | string) => groups.map(read);
  const sum = (group: CompletedExecution[], read: (end: CompletedExecution) => number | null) =>
    Math.round(group.reduce((total, end) => total + (read(end) ?? 0), 0));
  return [
    column(([end]) => end?.jobId ?? 0),
    column(([end]) => new Date(end?.at ?? 0).toISOString().slice(0, 10)),
    ...outcomes.map((outcome) => column((group) => group.filter((end) => end.outcome === outcome).length)),
    column((group) => group.filter(isSkippedByOwner).length),
    column((group) => sum(group, (end) => end.durationMs)),
    column((group) => sum(group, (end) => end.latenessMs)),
    column((group) => Math.max(...group.map((end) => end.latenessMs ?? 0))),
  ];
}
