import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const folder = 'build/commands';

/** Copies the migrations, because the commands read them from their own folder. */
const migrations: Plugin = {
  name: 'migrations',
  writeBundle() {
    cpSync('prisma/migrations', `${folder}/migrations`, { recursive: true });
    cpSync('prisma/schema.prisma', `${folder}/schema.prisma`);
  },
};

/** Builds the operators' commands as plain JavaScript (docs/decisions/029). Packages stay external. */
export default defineConfig({
  publicDir: false,
  // Bundles zone data: it is a package of data, with an unused library.
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
      // Shared modules stay in the same folder, because they read files from there.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
