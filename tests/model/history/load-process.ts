import { vi } from 'vitest';

/** A process has its own modules, like its own memory: nothing of another life is in it. */
export async function loadWorker() {
  vi.resetModules();
  return import('./worker-process.ts');
}

export async function loadWeb() {
  vi.resetModules();
  const web = await import('./web-process.ts');
  // Prisma's first use loads modules in real time.
  await web.db().$connect();
  return web;
}
