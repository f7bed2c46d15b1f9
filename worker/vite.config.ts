import { defineConfig } from 'vite';
import { threadEntries } from '../server/threads/thread-files.ts';

/**
 * The worker process as one program of plain JavaScript (docs/decisions/023). A thread is a program in threads/ beside
 * it, found by its path. Packages are not bundled.
 */
export default defineConfig({
  publicDir: false,
  // Zone data is built in: a package of data, with an unused library beside it.
  ssr: { noExternal: ['moment-timezone'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'build/worker',
    // A running one keeps its threads' files.
    emptyOutDir: false,
    minify: false,
    rollupOptions: {
      input: { main: 'worker/main.ts', ...threadEntries('worker') },
      output: { entryFileNames: '[name].js' },
    },
  },
});
