/**
 * What the worker's and the web process ask of Node: 64 MiB for young objects instead of the usual 16 (bench/README.md).
 * The objects of a burst live as long as its calls, those of a page as long as its queries: with less they are moved to
 * the old ones, which are then cleared up while calls are leaving and pages are asked for.
 */
export const nodeFlags = ['--max-semi-space-size=64'];
