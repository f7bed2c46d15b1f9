import { type Moved, tellJobs } from '#server/live/tell-jobs.server.ts';

const gatherMs = 500;

/** Something of a job that open pages show. */
export type Move = { jobId: number } | { executionId: number } | { noteId: number };

/**
 * Tells open pages what moved, at most twice a second, whatever this worker does meanwhile, and outside every
 * transaction of the ledger. What cannot be told is found at the next look.
 */
export function openTeller({ tell = tellJobs }: { tell?: (moved: Moved) => Promise<void> } = {}) {
  let jobs = new Set<number>();
  let executions = new Set<number>();
  let notes = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const leave = () => {
    timer = undefined;
    const moved = { jobIds: [...jobs], executionIds: [...executions], noteIds: [...notes] };
    [jobs, executions, notes] = [new Set(), new Set(), new Set()];
    tell(moved).catch(() => {});
  };
  return {
    moved: (move: Move) => {
      if ('jobId' in move) jobs.add(move.jobId);
      else if ('executionId' in move) executions.add(move.executionId);
      else notes.add(move.noteId);
      timer ??= setTimeout(leave, gatherMs);
    },
    close: () => clearTimeout(timer),
  };
}
