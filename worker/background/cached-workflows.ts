import { totalmem } from 'node:os';

const bytesEach = 0.4 * 2 ** 20;
const shareOfMemory = 0.1;
const fewest = 200;
/** Only workflows that are awake: of jobs that retry or change, and about ten a second that receive a report. */
const most = 500;
/** The heap of a thread ends at some 4 GiB. */
const mostOfThread = 8_000;

/**
 * Number of workflows a worker caches between tasks. An uncached one is replayed from its history at its next task,
 * read from Temporal's store. The workflow of a job that a worker holds sleeps: it needs no place.
 * @param bytes of memory the process may use
 */
export function cachedWorkflowsFor(bytes: number): number {
  return Math.min(Math.max(Math.floor((bytes * shareOfMemory) / bytesEach), fewest), most);
}

/** Threads for the cached runs: each beyond the first costs memory. */
export function threadsFor(runs: number): number {
  return Math.ceil(runs / mostOfThread);
}

/** Memory of the machine, or of the container if it has less. */
export function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
