/**
 * Node flags of worker and web: 64 MiB for young objects (bench/README.md), compared with 16 in Node 20. Node 24 uses
 * as much on most machines. Objects of a burst live as long as its calls, those of a page as long as its queries: with
 * less, they move to the old generation and are collected while calls leave and pages are served.
 */
export const nodeFlags = ['--max-semi-space-size=64'];
