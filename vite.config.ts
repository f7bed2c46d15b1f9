import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
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
    'button|button-style|card|cn|data-table|details-menu|display-zone|field|icon|input|input-style|stat|status-badge|tag|time|time-format',
  'app/components/frame': 'error-page|footer|logo|route-error|skip-link|stored-token|theme-menu|use-theme',
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
const chunks = Object.entries({ base: parts, 'signed-in': signedInParts }).map(([chunk, folders]) => ({
  chunk,
  paths: Object.entries(folders).map(([folder, names]) => new RegExp(`/${folder}/(?:${names})\\.tsx?$`)),
}));
const manualChunks = (id: string) => chunks.find(({ paths }) => paths.some((path) => path.test(id)))?.chunk;

/**
 * Routes that the router of the browser never goes to: calls of the API, documents, and what pages ask with fetch or a
 * plain link or form.
 */
const outsideRouter =
  /^routes\/(?:api\..*|webhooks\..*|auth\..*|create-job|mcp|llms\[.*|docs\.api\[.*|dashboard\.(?:api-key|signing-secret|token|live|export\[.*|settings_\.(?:keys|export\[.*)|jobs\.(?:preview|test-runs.*|\$id\.saved|\$id\.executions\[.*)))$/;

/** The browser's list of routes leaves those out: each page fetches the list. */
const shortRouteList: Plugin = {
  name: 'short-route-list',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  closeBundle() {
    const folder = join(remixConfig.buildDirectory ?? 'build', 'client/assets');
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

const isTest = Boolean(process.env.VITEST);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isTest ? [] : [tailwindcss(), remix(remixConfig), shortRouteList],
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
