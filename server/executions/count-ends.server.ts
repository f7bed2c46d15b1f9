import type { LockedState } from './lock-jobs.server.ts';
import { type Client, query, type Statement } from './transaction.server.ts';
import type { ExecutionOutcome } from './types.ts';

/** An execution that ended, as statistics and the job's state count it. Test runs are not handed in (D34). */
export interface End {
  jobId: number;
  /** scheduledFor, else dueAt: the day it counts to. */
  at: number;
  outcome: ExecutionOutcome;
  /** When the first attempt left; null if none did. */
  startedAt: number | null;
  endedAt: number;
  durationMs: number | null;
  latenessMs: number | null;
  statusCode: number | null;
}

const dayMs = 86_400_000;
const goneStatus = 410;

/** Names of the outcome columns of DailyStat, in the order of the statement's parameters. */
const outcomes = ['success', 'failed', 'superseded', 'skipped', 'missed', 'unknown'] as const;

export const dailyStatement: Statement = {
  name: 'ledger-count-daily',
  text: `
    insert into "DailyStat" as d ("jobId", "day", "success", "failed", "superseded", "skipped", "missed",
      "unknown", "durationSumMs", "latenessSumMs", "latenessMaxMs")
    select t."jobId", t."day", t."success", t."failed", t."superseded", t."skipped", t."missed", t."unknown",
      t."durationSumMs", t."latenessSumMs", t."latenessMaxMs"
    from unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
      $9::int8[], $10::int8[], $11::int[])
      as t("jobId", "day", "success", "failed", "superseded", "skipped", "missed", "unknown", "durationSumMs",
        "latenessSumMs", "latenessMaxMs")
    order by t."jobId", t."day"
    on conflict ("jobId", "day") do update set
      "success" = d."success" + excluded."success",
      "failed" = d."failed" + excluded."failed",
      "superseded" = d."superseded" + excluded."superseded",
      "skipped" = d."skipped" + excluded."skipped",
      "missed" = d."missed" + excluded."missed",
      "unknown" = d."unknown" + excluded."unknown",
      "durationSumMs" = d."durationSumMs" + excluded."durationSumMs",
      "latenessSumMs" = d."latenessSumMs" + excluded."latenessSumMs",
      "latenessMaxMs" = greatest(d."latenessMaxMs", excluded."latenessMaxMs")`,
};

export const stateStatement: Statement = {
  name: 'ledger-count-state',
  text: `
    update "JobState" s set
      "lastRunAt" = greatest(s."lastRunAt", to_timestamp(t."lastRunAt" / 1000.0)),
      "lastSuccessAt" = coalesce(to_timestamp(t."lastSuccessAt" / 1000.0), s."lastSuccessAt"),
      "lastOutcome" = t."lastOutcome"::"Outcome",
      "lastStatusCode" = t."lastStatusCode",
      "failureStreak" = t."failureStreak",
      "streakStartedAt" = to_timestamp(t."streakStartedAt" / 1000.0),
      "goneStreak" = t."goneStreak"
    from unnest($1::int[], $2::int8[], $3::int8[], $4::text[], $5::int[], $6::int[], $7::int8[], $8::int[])
      as t("jobId", "lastRunAt", "lastSuccessAt", "lastOutcome", "lastStatusCode", "failureStreak",
        "streakStartedAt", "goneStreak")
    where s."jobId" = t."jobId"`,
};

/**
 * Counts ends into the daily statistics and the states of their jobs, which the transaction holds locked.
 * An execution counts once, to the UTC day it was due.
 */
export async function countEnds({
  client,
  states,
  ends,
}: {
  client: Client;
  states: LockedState[];
  ends: End[];
}): Promise<void> {
  const known = new Map(states.map((state) => [state.jobId, state]));
  const counted = ends.filter((end) => known.has(end.jobId));
  if (counted.length === 0) return;
  await query({ client, statement: dailyStatement, values: dailyValues(counted) });
  // What never ran (skipped, missed) leaves the last run and the streak as they are.
  const runs = counted.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'missed');
  if (runs.length > 0)
    await query({ client, statement: stateStatement, values: stateValues({ runs, known }) });
}

function dailyValues(ends: End[]): unknown[] {
  const days = new Map<string, End[]>();
  for (const end of ends) {
    const key = `${end.jobId}|${Math.floor(end.at / dayMs)}`;
    const same = days.get(key);
    if (same) same.push(end);
    else days.set(key, [end]);
  }
  const groups = [...days.values()];
  const column = (read: (group: End[]) => number | string) => groups.map(read);
  const sum = (group: End[], read: (end: End) => number | null) =>
    Math.round(group.reduce((total, end) => total + (read(end) ?? 0), 0));
  return [
    column(([end]) => end?.jobId ?? 0),
    column(([end]) => new Date(end?.at ?? 0).toISOString().slice(0, 10)),
    ...outcomes.map((outcome) => column((group) => group.filter((end) => end.outcome === outcome).length)),
    column((group) => sum(group, (end) => end.durationMs)),
    column((group) => sum(group, (end) => end.latenessMs)),
    column((group) => Math.max(...group.map((end) => end.latenessMs ?? 0))),
  ];
}

function stateValues({ runs, known }: { runs: End[]; known: Map<number, LockedState> }): unknown[] {
  const after = new Map<number, LockedState & { last: End; lastSuccessAt: number | null }>();
  for (const end of [...runs].sort((a, b) => a.endedAt - b.endedAt)) {
    const before = after.get(end.jobId) ?? known.get(end.jobId);
    if (!before) continue;
    const lastSuccessAt = after.get(end.jobId)?.lastSuccessAt ?? null;
    const isSuccess = end.outcome === 'success';
    after.set(end.jobId, {
      jobId: end.jobId,
      last: end,
      lastSuccessAt: isSuccess ? end.endedAt : lastSuccessAt,
      failureStreak: isSuccess ? 0 : before.failureStreak + 1,
      streakStartedAt: isSuccess ? null : (before.streakStartedAt ?? new Date(end.endedAt)),
      goneStreak: !isSuccess && end.statusCode === goneStatus ? before.goneStreak + 1 : 0,
    });
  }
  const rows = [...after.values()];
  return [
    rows.map(({ jobId }) => jobId),
    rows.map(({ last }) => last.startedAt),
    rows.map(({ lastSuccessAt }) => lastSuccessAt),
    rows.map(({ last }) => last.outcome),
    rows.map(({ last }) => last.statusCode),
    rows.map(({ failureStreak }) => failureStreak),
    rows.map(({ streakStartedAt }) => streakStartedAt?.getTime() ?? null),
    rows.map(({ goneStreak }) => goneStreak),
  ];
}
