import { type JobUpdate, publishJobUpdates } from '#server/live/publish-job-updates.server.ts';

const batchMs = 500;
/** Time between batches after one of more than `largeBatch` updates: each batch costs a commit, whatever its size. */
const longBatchMs = 1_500;
const largeBatch = 50;

/** A part of a job on open pages. */
export type JobUpdateEvent = { jobId: number } | { executionId: number } | { notificationId: number };

/**
 * Publishes page updates at most twice a second, or every 1.5 s under load, outside every transaction of the ledger. Pages
 * find a lost update at their next reload.
 */
export function createPageUpdates({
  publish = publishJobUpdates,
}: { publish?: (moved: JobUpdate) => Promise<void> } = {}) {
  let jobs = new Set<number>();
  let executions = new Set<number>();
  let notifications = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;

  const leave = () => {
    timer = undefined;
    const moved = { jobIds: [...jobs], executionIds: [...executions], notificationIds: [...notifications] };
    const isLarge = jobs.size + executions.size + notifications.size > largeBatch;
    notBefore = isLarge ? performance.now() + longBatchMs : 0;
    [jobs, executions, notifications] = [new Set(), new Set(), new Set()];
    publish(moved).catch(() => {});
  };
  return {
    moved: (move: JobUpdateEvent) => {
      if ('jobId' in move) jobs.add(move.jobId);
      else if ('executionId' in move) executions.add(move.executionId);
      else notifications.add(move.notificationId);
      timer ??= setTimeout(leave, Math.max(batchMs, notBefore - performance.now()));
    },
    close: () => clearTimeout(timer),
  };
}
