import { dayMs } from '#domain/time/units.ts';
import type { PastExecution } from './simulate.ts';

/** Counts by UTC day, as the ledger does: each completion once, on the day it was due. */
export function dailyRows({ jobId, past }: { jobId: number; past: PastExecution[] }) {
  const days = new Map<number, PastExecution[]>();
  for (const execution of past) {
    const day = Math.floor(execution.at / dayMs);
    const same = days.get(day);
    if (same) same.push(execution);
    else days.set(day, [execution]);
  }
  return [...days].map(([day, executions]) => {
    const count = (outcome: string) => executions.filter((execution) => execution.outcome === outcome).length;
    const started = executions.flatMap(({ attempts: [first], at, endedAt }) =>
      first ? [{ lateness: first.startedAt - at, duration: endedAt - first.startedAt }] : [],
    );
    return {
      jobId,
      day: new Date(day * dayMs),
      success: count('success'),
      failed: count('failed'),
      superseded: count('superseded'),
      skipped: count('skipped'),
      missed: count('missed'),
      unknown: 0,
      durationSumMs: started.reduce((sum, { duration }) => sum + duration, 0),
      latenessSumMs: started.reduce((sum, { lateness }) => sum + lateness, 0),
      latenessMaxMs: Math.max(0, ...started.map(({ lateness }) => lateness)),
    };
  });
}
