import { type JobUpdate, publishJobUpdates } from '#server/live/publish-job-updates.server.ts';

const batchMs = 500;

/** Something of a job that open pages show. */
export type JobUpdateEvent = { jobId: number } | { executionId: number } | { notificationId: number };

/**
 * Tells open pages what moved, at most twice a second, whatever this worker does meanwhile, and outside every
 * transaction of the ledger. What cannot be told is found at the next look.
 */
export function createPageUpdates({
  publish = publishJobUpdates,
}: { publish?: (moved: JobUpdate) => Promise<void> } = {}) {
  let jobs = new Set<number>();
  let executions = new Set<number>();
  let notifications = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const leave = () => {
    timer = undefined;
    const moved = { jobIds: [...jobs], executionIds: [...executions], notificationIds: [...notifications] };
    [jobs, executions, notifications] = [new Set(), new Set(), new Set()];
    publish(moved).catch(() => {});
  };
  return {
    moved: (move: JobUpdateEvent) => {
      if ('jobId' in move) jobs.add(move.jobId);
      else if ('executionId' in move) executions.add(move.executionId);
      else notifications.add(move.notificationId);
      timer ??= setTimeout(leave, batchMs);
    },
    close: () => clearTimeout(timer),
  };
}
