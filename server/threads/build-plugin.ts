import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

// Matches `new URL('./match-pattern.worker.js', import.meta.url)`, as each start of a thread names its program.
const threadUrl = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+\.worker\.[jt]s)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Builds the program of each thread that the modules of a program start, and points the module to the built file,
 * whichever chunk the module ends up in.
 */
export function threadPrograms(): Plugin {
  return {
    name: 'thread-programs',
    apply: 'build',
    // Vite's own treatment of threads is for browsers.
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('.worker.')) return null;
      const built = code.replace(threadUrl, (_found, _quote: string, path: string) => {
        const name = basename(path).replace(/\.[jt]s$/, '');
        const reference = this.emitFile({ type: 'chunk', id: resolve(dirname(id), path), name });
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
      });
      return built === code ? null : { code: built, map: null };
    },
  };
}
