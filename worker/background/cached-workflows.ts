import { totalmem } from 'node:os';

const bytesEach = 0.4 * 2 ** 20;
const shareOfMemory = 0.2;
const fewest = 100;
/** The heap of a thread ends at some 4 GiB. */
const mostOfThread = 8_000;
const mostThreads = 4;

/**
 * Number of workflows a worker caches between tasks. An uncached one is replayed from its history at its next task,
 * read from Temporal's store: jobs that fire each minute would cost several times as much.
 * @param bytes of memory the process may use
 */
export function cachedWorkflowsFor(bytes: number): number {
  return Math.min(
    Math.max(Math.floor((bytes * shareOfMemory) / bytesEach), fewest),
    mostOfThread * mostThreads,
  );
}

/** Threads for the cached runs. One is enough for the work: each further one costs memory. */
export function threadsFor(runs: number): number {
  return Math.ceil(runs / mostOfThread);
}

/** Memory of the machine, or of the container if it has less. */
export function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
