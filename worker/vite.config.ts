import { defineConfig } from 'vite';
import { threadPrograms } from '../server/threads/build-plugin.ts';

/**
 * The worker process as one program of plain JavaScript (docs/decisions/023), with its threads beside it. Packages stay
 * packages.
 */
export default defineConfig({
  publicDir: false,
  plugins: [threadPrograms()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/worker',
    // One that is running keeps its threads' files.
    emptyOutDir: false,
    minify: false,
    rollupOptions: {
      input: { main: 'worker/main.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});
