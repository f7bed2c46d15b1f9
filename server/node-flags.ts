/**
 * What the worker's and the web process ask of Node: 64 MiB for young objects (bench/README.md), where Node 20 took
 * 16. Node 24 takes as much by itself on most machines.
 * The objects of a burst live as long as its calls, those of a page as long as its queries: with less they are moved to
 * the old ones, which are then cleared up while calls are leaving and pages are asked for.
 */
export const nodeFlags = ['--max-semi-space-size=64'];
