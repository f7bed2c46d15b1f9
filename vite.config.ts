import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
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

// Parts of nearly every page, in one file: thirty small ones are 8 kB larger when each is packed alone.
const parts = {
  'app/components/ui': 'card|cn|data-table|display-zone|icon|stat|status-badge|tag|time',
  'app/components/ui/input': 'button|button-style|field|input|input-style',
  'app/components/ui/overlay': 'details-menu',
  'app/format': 'time-format|zone-spans',
  'app/components/frame': 'error-page|footer|logo|route-error|skip-link|stored-token',
  'app/components/frame/menus': 'theme-choice|theme-menu|use-theme',
  // Code around the router on every page, except `hold-router`: it names the guard and changes with it.
  'app/components/page-data': 'lost-response|page-fetch|page-notices|request-ids|router',
  'app/protocol': 'error-facts|form-bytes|nonce|request-id',
  domain: 'plan',
  'get-nonce/dist/es2015': 'index',
  // Vite's own: its id has no folders before it.
  vite: 'preload-helper',
  // Code that draws an icon from its lines; for the icons, see below.
  'lucide-react/dist/esm': '(?!icons/).*',
};
/** Further parts of each page behind the sign-in. */
const signedInParts = {
  'app/components/ui': 'announcer|banner|empty-state|hand|page-head|use-own-links',
  'app/components/ui/input': 'checkbox|select|switch',
  'app/presenters/execution': 'day-outcomes',
  'app/components/job/page': 'job-status-badge',
  'app/components/frame': 'app-frame|avatar|dashboard-error|entries|sidebar|tab-bar',
  'app/components/frame/menus':
    'header-clock|header-search|usage-meter|use-learned-zones|user-menu|zone-switch',
  'app/components/keys':
    'frame-keys|key-list|key-target|keys-area|read-key|submit-focused-form|use-singles-choice',
  'app/components/token': 'saves',
  domain: 'remember',
};
/** Icons of the job form, and those of rarely seen pages; all others come with every page. */
const formIcons = {
  'lucide-react/dist/esm/icons':
    'align-left|braces|circle-question-mark|circle-slash|clipboard-paste|clock|clock-alert|copy|eye|eye-off|fast-forward|rotate-cw|send',
};
const moreIcons = {
  'lucide-react/dist/esm/icons':
    'activity|arrow-left|badge-check|ban|bell|bell-off|book-text|calendar|chevron-right|circle-plus|copy-plus|credit-card|external-link|key-round|lock|menu|refresh-cw|repeat|scroll-text|shield-alert|shield-exclamation-point|timer|users|webhook',
};
const chunks = Object.entries({
  base: parts,
  'signed-in': signedInParts,
  'form-icons': formIcons,
  'more-icons': moreIcons,
}).map(([chunk, folders]) => ({
  chunk,
  paths: Object.entries(folders).map(
    ([folder, names]) => new RegExp(`\\W${folder}/(?:${names})\\.(?:tsx?|m?js)$`),
  ),
}));
const manualChunks = (id: string) => chunks.find(({ paths }) => paths.some((path) => path.test(id)))?.chunk;

/**
 * Routes the router of the browser never goes to: calls of the API, documents, and what pages ask with fetch or a plain
 * link or form.
 */
const outsideRouter =
  /^routes\/(?:api\..*|webhooks\..*|auth\..*|create-job|mcp|llms\[.*|sitemap\[.*|docs\..*\[.*|badges\..*|status\[.*|robots\[.*|dashboard\.(?:api-key|signing-secret|token|live|push|export\[.*|settings_\.(?:keys|export\[.*)|jobs\.(?:preview|test-runs.*|\$id\.saved|\$id\.executions\[.*)))$/;

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
      const routes = Object.entries(manifest.routes).filter(([id]) => !outsideRouter.test(id));
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
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: 3,
          // Projects with other numbers of workers run one after another.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
