import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';
import remixConfig from './remix.config.js';

declare module '@remix-run/server-runtime' {
  // Without it, dates that a loader returns are typed as strings.
  interface Future {
    v3_singleFetch: true;
  }
}

const isTest = Boolean(process.env.VITEST);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isTest ? [] : [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    // Fonts as data addresses are against the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The web process and the pages share one instance of each server module: one pool, one log.
    rollupOptions: isSsrBuild ? { external: [/^#(?:server|domain)\//] } : {},
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{domain,workflows,worker,server,app,dev,prisma,bench}/**/*.test.{ts,tsx}',
            'tests/contract/**/*.test.ts',
          ],
          environment: 'node',
        },
      },
      // A file of its own: the image is built without tests.
      'tests/model/vitest.config.ts',
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/integration/global-setup.ts'],
          setupFiles: ['tests/integration/database.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: 3,
        },
      },
    ],
  },
}));
