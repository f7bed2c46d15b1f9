import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const entry = 'app/components/landing/script/page.ts';
const moduleName = 'virtual:landing-script';

/**
 * Builds the public page's script separately: with shared chunks, all other pages would fetch one more file.
 * The page imports the script's URL.
 */
export function landingScript({ folder }: { folder: string }): Plugin {
  let isBuilt = false;
  let isForBrowsers = false;
  return {
    name: 'landing-script',
    config(_config, { isSsrBuild, command }) {
      isBuilt = command === 'build';
      isForBrowsers = isBuilt && !isSsrBuild;
    },
    async closeBundle() {
      if (!isForBrowsers) return;
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          target: 'es2022',
          outDir: folder,
          emptyOutDir: false,
          rollupOptions: { input: entry, output: { entryFileNames: 'assets/landing-[hash].js' } },
        },
      });
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    load(id) {
      if (id !== `\0${moduleName}`) return null;
      if (!isBuilt) return `export default '/${entry}'`;
      // Browser bundles contain the page too, but never render it.
      return `export default ${JSON.stringify(isForBrowsers ? '' : builtAddress(folder))}`;
    },
  };
}

/** The server is built after the browser bundles, and finds the script there. */
function builtAddress(folder: string): string {
  const name = readdirSync(join(folder, 'assets')).find((file) => /^landing-[\w-]+\.js$/.test(file));
  if (!name) throw new Error('The script of the public page was not built.');
  return `/assets/${name}`;
}
