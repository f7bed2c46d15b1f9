import { existsSync } from 'node:fs';
import { threadFiles, type ThreadName } from './thread-files.ts';

/**
 * Finds the program of a thread. A built process has it in threads/ beside itself, or a folder above if the bundler put
 * this module into a folder of parts; from sources it is where the list says.
 * @returns the file to start and, for TypeScript, the entry it loads
 */
export function findThreadFile(name: ThreadName): { file: URL; entry?: string } {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    const beside = new URL(`./threads/${name}.js`, here);
    return { file: existsSync(beside) ? beside : new URL(`../threads/${name}.js`, here) };
  }
  const source = new URL(`../../${threadFiles[name].source}`, here);
  if (!source.pathname.endsWith('.ts')) return { file: source };
  return { file: new URL('./from-source.worker.js', here), entry: source.href };
}
