import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { isOutsideRouter } from './app/bundle/outside-router.ts';
import { manualChunks } from './app/bundle/shared-chunks.ts';
import { landingScript } from './app/components/landing/build-plugin.ts';
import { serviceWorker } from './app/service-worker/build-plugin.ts';
import remixConfig from './remix.config.js';
import { threadEntries } from './server/threads/thread-files.ts';

declare module '@remix-run/server-runtime' {
  // Without it, dates a loader returns are typed as strings.
  interface Future {
    v3_singleFetch: true;
  }
}

const clientFolder = join(remixConfig.buildDirectory ?? 'build', 'client');

/** The browser's list of routes leaves those out: each page fetches the list. */
const shortRouteList: Plugin = {
  name: 'short-route-list',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  closeBundle() {
    const folder = join(clientFolder, 'assets');
    for (const name of readdirSync(folder).filter((file) => file.startsWith('manifest-'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      const [, head = '', list = '', tail = ''] = /^([^{]*)(\{.*\})([^}]*)$/s.exec(text) ?? [];
      const manifest = JSON.parse(list) as { routes: Record<string, unknown> };
      const routes = Object.entries(manifest.routes).filter(([id]) => !isOutsideRouter(id));
      const short = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
      writeFileSync(join(folder, name), head + short + tail);
    }
  },
};

/**
 * The web process is one module graph: its own modules, the pages and the server modules of both, each with one instance
 * (docs/decisions/029). Tests start the edge and the pages, `web-app` and `index`, in their own process.
 */
const webProcess: Plugin = {
  name: 'web-process',
  config: (_config, { command, isSsrBuild }) =>
    command === 'build' && isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: {
                main: 'app/main.server.ts',
                'web-app': 'app/http/edge/web-app.server.ts',
                index: 'virtual:remix/server-build',
                ...threadEntries('web'),
              },
              output: { entryFileNames: '[name].js' },
            },
          },
        }
      : {},
};

const notices = new Set<string>();

/** Takes the license notices out of the scripts: the icons alone have sixty. */
function takeNotice(_node: unknown, { value }: { value: string }): boolean {
  if (/@license|@preserve|copyright/i.test(value)) notices.add(value.replaceAll(/^ *\*+ ?/gm, '').trim());
  return false;
}

/** Keeps each of them beside the scripts. */
const licenses: Plugin = {
  name: 'licenses',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  generateBundle() {
    const source = [...notices].sort().join('\n\n');
    this.emitFile({ type: 'asset', fileName: 'assets/licenses.txt', source: `${source}\n` });
  },
};

const isTest = Boolean(process.env.VITEST);

/** Tests that hold real time against the clock or end processes of their own: nothing runs beside them. */
const aloneTests = [
  'dev/setup/command-time.test.ts',
  'server/outbound/response/match-pattern.server.test.ts',
  'server/threads/thread-pool.server.test.ts',
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isTest
    ? []
    : [
        tailwindcss(),
        remix(remixConfig),
        webProcess,
        licenses,
        landingScript({ folder: clientFolder }),
        shortRouteList,
        serviceWorker({ folder: clientFolder }),
      ],
  // Zone data is built in: a package of data, with an unused library beside it.
  ssr: { noExternal: ['moment-timezone'] },
  build: {
    target: 'es2022',
    // Browser files are 4 % smaller than by the default; the server's part does not need it.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 }, format: { comments: takeNotice } },
    // A script preloaded in vain is not fetched again by its import: those of the guard are, until they come.
    modulePreload: {
      resolveDependencies: (file, deps) => (/guard-router|toast-shelf/.test(file) ? [] : deps),
    },
    // Fonts as data addresses are against the Content-Security-Policy.
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks } },
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
            'tests/docs/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/parsers/**/*.test.ts',
            'tests/cases/**/*.test.ts',
          ],
          exclude: aloneTests,
          environment: 'node',
          // By itself vitest leaves one core free, which on two cores is half of them.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', include: aloneTests, maxWorkers: 1, sequence: { groupOrder: 1 } },
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
          // They only end what hangs: a busy machine takes several times as long as a quick one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
          // Projects with other numbers of workers run one after another.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
