import { world } from '../world/shared.ts';
import { clockOf, type Facts, isForgotten } from './facts.ts';

const minuteMs = 60_000;
/** A job fires at most once a minute here; its report, further attempts, crashes and edits add some more. */
const mostAMinute = 40;

/** At rest a living worker holds each residency, and each active job that Temporal has handed to a worker has one. */
export function checkResidencies(facts: Facts): string[] {
  const { residencies, jobs } = facts;
  const errors = residencies
    .filter(({ isLive }) => !isLive)
    .map(({ jobId }) => `No living worker holds the residency of job ${jobId}.`);
  const { server } = world();
  for (const { id, status, cron } of jobs) {
    // A paused job whose residency was deleted has an open activity until it is resumed, or until the timeout.
    if (status !== 'active' || cron === null) continue;
    // After the table was deleted, an hourly job is found when it is due.
    if (!cron.startsWith('*') || isForgotten(facts, { jobId: id, at: facts.now })) continue;
    const run = server.runningRun(`job/${id}`);
    const isKept = run && server.pendingOf(run).some(({ activityType }) => activityType.name === 'keepJob');
    if (isKept && !residencies.some(({ jobId }) => jobId === id))
      errors.push(`A worker was given job ${id}, which has no residency.`);
  }
  return [...errors, ...checkRate()];
}

/** A job does not go back and forth between Temporal and its worker. */
function checkRate(): string[] {
  const counts = new Map<string, number>();
  for (const { workflowId, name, at } of world().server.ordered) {
    const key = `${name} of ${workflowId} in the minute of ${clockOf(Math.floor(at / minuteMs) * minuteMs)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostAMinute)
    .slice(0, 3)
    .map(([key, count]) => `A job went back and forth: ${key} was ordered ${count} times.`);
}
