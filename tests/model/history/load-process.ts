import { vi } from 'vitest';

/** A process has its own modules, like its own memory, without anything from another life. */
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
