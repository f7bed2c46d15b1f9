import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const folder = 'build/commands';

/** The migrations are read from the folder of the program. */
const migrations: Plugin = {
  name: 'migrations',
  writeBundle() {
    cpSync('prisma/migrations', `${folder}/migrations`, { recursive: true });
    cpSync('prisma/schema.prisma', `${folder}/schema.prisma`);
  },
};

/** The commands of operators as programs of plain JavaScript (docs/decisions/029). Packages stay packages. */
export default defineConfig({
  publicDir: false,
  // Zone data is built in: a package of data, with an unused library beside it.
  ssr: { noExternal: ['moment-timezone'] },
  plugins: [migrations],
  build: {
    ssr: true,
    target: 'node24',
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        migrate: './prisma/migrate.ts',
        restored: './prisma/restored.ts',
        'publish-prices': './server/billing/publish-prices.ts',
      },
      // Shared modules are in the same folder: they read files from there.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
