import { vi } from 'vitest';

/** A process has modules of its own, as it has a memory of its own: nothing of another life is in it. */
export async function loadWorker() {
  vi.resetModules();
  return import('./worker-process.ts');
}

export async function loadWeb() {
  vi.resetModules();
  const web = await import('./web-process.ts');
  // What Prisma loads at its first use, it loads in real time.
  await web.db().$connect();
  return web;
}
