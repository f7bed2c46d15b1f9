import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Writes sw.js beside the built pages, with the names of their hashed files in it. It runs after the second build, the
 * one of the server, when all of them are there.
 */
export function serviceWorker({ folder }: { folder: string }): Plugin {
  return {
    name: 'service-worker',
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    async closeBundle() {
      const assets = readdirSync(join(folder, 'assets'))
        .sort()
        .map((name) => `/assets/${name}`);
      const buildId = createHash('sha256').update(assets.join()).digest('hex').slice(0, 16);
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { builtAssets: JSON.stringify(assets), buildId: JSON.stringify(buildId) },
        build: {
          target: 'es2022',
          outDir: folder,
          emptyOutDir: false,
          lib: { entry: 'app/service-worker/main.ts', formats: ['es'], fileName: () => 'sw.js' },
        },
      });
    },
  };
}
