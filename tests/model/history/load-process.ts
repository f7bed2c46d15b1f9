import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { inject } from 'vitest';
import type * as WebProcess from './web-process.ts';
import type * as WorkerProcess from './worker-process.ts';

const requireHere = createRequire(import.meta.url);
const scripts = new Map<string, Script>();

/** Runs the program of a process from scratch, with its own modules and nothing from an earlier life. */
function run(name: 'worker' | 'web'): unknown {
  const file = join(inject('processes'), `${name}.cjs`);
  const script = scripts.get(file) ?? compile(file);
  scripts.set(file, script);
  const module = { exports: {} };
  const start = script.runInThisContext() as (...given: unknown[]) => void;
  start(module, module.exports, requireHere, file, dirname(file));
  return module.exports;
}

const compile = (file: string): Script =>
  new Script(`((module, exports, require, __filename, __dirname) => {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
  });

export const loadWorker = () => run('worker') as typeof WorkerProcess;

export async function loadWeb() {
  const web = run('web') as typeof WebProcess;
  // Prisma's first use loads modules in real time.
  await web.db().$connect();
  return web;
}
