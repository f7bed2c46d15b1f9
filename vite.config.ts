import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './app/service-worker/build-plugin.ts';
import remixConfig from './remix.config.js';

declare module '@remix-run/server-runtime' {
  // Without it, dates that a loader returns are typed as strings.
  interface Future {
    v3_singleFetch: true;
  }
}

// What nearly every page shows, in one file: thirty small ones are 8 kB larger when each is packed alone.
const parts = {
  'app/components/ui':
    'button|button-style|card|cn|data-table|details-menu|display-zone|field|icon|input|input-style|stat|status-badge|tag|time',
  'app/components/frame': 'error-page|footer|logo|route-error|skip-link|theme-menu|use-theme',
  'app/http': 'error-facts|nonce|request-id',
  domain: 'plan',
};
/** And what each page behind the sign-in shows besides. */
const signedInParts = {
  'app/components/ui': 'announcer|banner|empty-state|page-head|switch|use-own-links|use-toast-of',
  'app/components/frame':
    'app-frame|avatar|dashboard-error|entries|header-clock|header-search|sidebar|tab-bar|usage-meter|user-menu|zone-switch',
  'app/components/keys':
    'frame-keys|key-list|key-target|keys-area|read-key|submit-focused-form|use-singles-choice',
  'app/components/token': 'saves',
};
/** What the script of the public page has in common with them: without React. */
const plainParts = {
  'app/components/ui': 'time-format',
  'app/components/frame': 'stored-token|theme-choice',
};
const chunks = Object.entries({ plain: plainParts, base: parts, 'signed-in': signedInParts }).map(
  ([chunk, folders]) => ({
    chunk,
    paths: Object.entries(folders).map(([folder, names]) => new RegExp(`/${folder}/(?:${names})\\.tsx?$`)),
  }),
);
const manualChunks = (id: string) => chunks.find(({ paths }) => paths.some((path) => path.test(id)))?.chunk;

/**
 * Routes that the router of the browser never goes to: calls of the API, documents, and what pages ask with fetch or a
 * plain link or form.
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

const landingScriptFile = 'app/components/landing/script/page.ts';
const landingScriptName = 'virtual:landing-script';

/** The public page's own script, built apart from the routes; the page imports its address. */
const landingScript: Plugin = {
  name: 'landing-script',
  config: (_config, { isSsrBuild, command }) => {
    isBuilt = command === 'build';
    isForBrowsers = isBuilt && !isSsrBuild;
  },
  buildStart() {
    if (isForBrowsers) this.emitFile({ type: 'chunk', id: landingScriptFile, name: 'landing' });
  },
  resolveId: (id) => (id === landingScriptName ? `\0${landingScriptName}` : null),
  load(id) {
    if (id !== `\0${landingScriptName}`) return null;
    return `export default ${JSON.stringify(landingScriptAddress())}`;
  },
};
let isBuilt = false;
let isForBrowsers = false;

/** The server is built after what browsers load, and finds the script there. */
function landingScriptAddress(): string {
  if (!isBuilt) return `/${landingScriptFile}`;
  // What browsers load has the page as well, and never draws it.
  if (isForBrowsers) return '';
  const folder = join(remixConfig.buildDirectory ?? 'build', 'client/assets');
  const name = readdirSync(folder).find((file) => /^landing-[\w-]+\.js$/.test(file));
  if (!name) throw new Error('The script of the public page was not built.');
  return `/assets/${name}`;
}

const isTest = Boolean(process.env.VITEST);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isTest
    ? []
    : [
        tailwindcss(),
        remix(remixConfig),
        landingScript,
        shortRouteList,
        serviceWorker({ folder: clientFolder }),
      ],
  build: {
    target: 'es2022',
    // Fonts as data addresses are against the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The web process and the pages share one instance of each server module: one pool, one log.
    rollupOptions: isSsrBuild ? { external: [/^#(?:server|domain)\//] } : { output: { manualChunks } },
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
