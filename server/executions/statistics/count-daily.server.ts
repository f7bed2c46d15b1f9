import { outcomes } from '#domain/outcome.ts';
import { dayMs } from '#domain/time/units.ts';
import { columns, date, int, int8 } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';

interface Day {
  jobId: number;
  /** UTC, "2026-11-21" */
  day: string;
  completed: CompletedExecution[];
}

const sum = (completed: CompletedExecution[], read: (end: CompletedExecution) => number | null) =>
  Math.round(completed.reduce((total, end) => total + (read(end) ?? 0), 0));

const isSkippedByOwner = ({ outcome, reason }: CompletedExecution) =>
  outcome === 'skipped' && reason === 'owner';

const days = columns<Day>({
  jobId: int(({ jobId }) => jobId),
  day: date(({ day }) => day),
  ...Object.fromEntries(
    outcomes.map((outcome) => [
      outcome,
      int<Day>(({ completed }) => completed.filter((end) => end.outcome === outcome).length),
    ]),
  ),
  skippedByOwner: int(({ completed }) => completed.filter(isSkippedByOwner).length),
  durationSumMs: int8(({ completed }) => sum(completed, ({ durationMs }) => durationMs)),
  latenessSumMs: int8(({ completed }) => sum(completed, ({ latenessMs }) => latenessMs)),
  latenessMaxMs: int(({ completed }) => Math.max(...completed.map(({ latenessMs }) => latenessMs ?? 0))),
});

/** Columns that grow by what is counted. */
const added = [...outcomes, 'skippedByOwner', 'durationSumMs', 'latenessSumMs'];

export const dailyStatement: Statement = {
  name: 'ledger-count-daily',
  text: `
    insert into "DailyStat" as d (${days.names})
    select t.* from ${days.unnest} as t(${days.names})
    order by t."jobId", t."day"
    on conflict ("jobId", "day") do update set
      ${added.map((name) => `"${name}" = d."${name}" + excluded."${name}"`).join(',\n      ')},
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
  await query({ client, statement: dailyStatement, values: days.values(byDay(completed)) });
}

function byDay(completed: CompletedExecution[]): Day[] {
  const found = new Map<string, Day>();
  for (const end of completed) {
    const key = `${end.jobId}|${Math.floor(end.at / dayMs)}`;
    const same = found.get(key);
    if (same) same.completed.push(end);
    else
      found.set(key, {
        jobId: end.jobId,
        day: new Date(end.at).toISOString().slice(0, 10),
        completed: [end],
      });
  }
  return [...found.values()];
}
