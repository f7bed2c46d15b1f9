import { totalmem } from 'node:os';

const bytesEach = 0.4 * 2 ** 20;
const shareOfMemory = 0.2;
const fewest = 100;
/** All are kept by one thread, whose heap ends at some 4 GiB. */
const most = 8_000;

/**
 * How many runs a worker keeps between their tasks. One that is not kept is replayed from its history at its next task, read
 * from Temporal's store: jobs that fire each minute would cost several times as much.
 * @param bytes of memory that the process may use
 */
export function cachedWorkflowsFor(bytes: number): number {
  return Math.min(Math.max(Math.floor((bytes * shareOfMemory) / bytesEach), fewest), most);
}

/** Memory of the machine, or of the container if that has less. */
export function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
