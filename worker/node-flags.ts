/**
 * What the worker's process asks of Node. The objects of a burst live as long as their calls: with the usual 16 MiB
 * for young ones they are moved to the old ones, which are then cleared up while calls are leaving (bench/README.md).
 */
export const workerFlags = ['--max-semi-space-size=64'];
